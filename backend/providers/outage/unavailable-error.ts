/** The services that can be away. */
export type PortName = 'database' | 'storage' | 'payments' | 'identity' | 'mail' | 'engine'

/**
 * The service behind a port is out of reach, too busy, full, or refuses the key an operator gave it: the same call may
 * succeed later. Each provider turns its client's errors of this kind into this one.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError'
  readonly port: PortName

  constructor(port: PortName, options: { reason?: string; cause?: unknown } = {}) {
    const { reason, cause } = options
    super(reason === undefined ? `${port} is unavailable` : `${port} is unavailable: ${reason}`, { cause })
    this.port = port
  }
}

/** The answer of a service, unless it takes longer. @throws UnavailableError */
export async function answerWithin<T>(port: PortName, timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new UnavailableError(port, { reason: `no answer within ${timeoutMs} ms` })),
      timeoutMs,
    )
  })
  // A failure after the time-out has no caller; unhandled, it would end the process.
  work.catch(() => undefined)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
