import { CallError, askedAgain, isTransient, pauseBeforeMs } from './call-error.ts'

interface Asking {
  /** Ends the asking. */
  signal: AbortSignal
  /** Called with what to show while the service is away. */
  onAway: (error: unknown) => void
  wait?: (ms: number) => Promise<void>
}

/**
 * Repeats a call until its service is back or the signal aborts. For calls that may be repeated, such as those with an
 * idempotency key.
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
