import { CallError, askedAgain, isTransient, pauseBeforeMs } from './call-error.ts'

interface Asking {
  /** Ends the asking. */
  signal: AbortSignal
  /** Called with what to show while the service is away. */
  onAway: (error: unknown) => void
  wait?: (ms: number) => Promise<void>
}

/**
 * Makes a call until its service is back, for as long as somebody waits for it. For calls of which a repeat is the same one,
 * such as those with an idempotency key.
 * @throws CallError, `canceled` once the signal aborts
 */
export async function untilAnswered<T>(call: () => Promise<T>, { signal, onAway, wait }: Asking): Promise<T> {
  const pause = wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)))
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!isTransient(error)) throw error
      onAway(askedAgain(error))
      await pause(pauseBeforeMs(attempt, error))
    }
  }
  throw new CallError('canceled')
}
