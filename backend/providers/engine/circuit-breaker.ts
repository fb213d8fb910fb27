/** Failures in a row after which nothing new is tried, and for how long. */
const FAILURES_MOST = 3
const OPEN_MS = 60_000

/** Keeps new orders from a service that fails again and again; after a pause one is tried. */
export function createCircuitBreaker({ now = Date.now }: { now?: () => number } = {}) {
  let failures = 0
  let openUntil = -Infinity
  return {
    /** Whether an order may be tried; while the service is on trial, the first who asks may. */
    admits(): boolean {
      if (failures < FAILURES_MOST) return true
      if (now() < openUntil) return false
      openUntil = now() + OPEN_MS
      return true
    },
    succeeded(): void {
      failures = 0
    },
    failed(): void {
      failures += 1
      if (failures >= FAILURES_MOST) openUntil = now() + OPEN_MS
    },
  }
}
