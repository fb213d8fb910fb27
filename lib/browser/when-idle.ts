/** Safari has no idle callback; there a pause does. */
const PAUSE_MS = 2_000
const LATEST_MS = 5_000

/** Does work that the user does not wait for once the browser is idle. */
export function whenIdle(work: () => void): void {
  if (typeof window.requestIdleCallback === 'function')
    window.requestIdleCallback(work, { timeout: LATEST_MS })
  else setTimeout(work, PAUSE_MS)
}
