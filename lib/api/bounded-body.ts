/**
 * Reads a body and counts it while it arrives: a sender may say no length, or a wrong one.
 * @param maxBytes of which the rest is left unread once they are exceeded
 * @param signal ends the reading
 * @throws the reason of `signal`, or what broke the body off
 */
export async function readBoundedBody(
  { body, headers }: Pick<Request, 'body' | 'headers'>,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Blob | null | 'too_large'> {
  if (body === null) return null
  if (Number(headers.get('content-length') ?? 0) > maxBytes) {
    await body.cancel()
    return 'too_large'
  }
  const reader = body.getReader()
  const stop = () => void reader.cancel(signal?.reason).catch(() => undefined)
  signal?.addEventListener('abort', stop, { once: true })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let sizeBytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    signal?.throwIfAborted()
    if (done) return new Blob(chunks)
    sizeBytes += value.byteLength
    if (sizeBytes > maxBytes) {
      await reader.cancel()
      return 'too_large'
    }
    chunks.push(new Uint8Array(value))
  }
}
