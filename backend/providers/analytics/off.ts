import type { Analytics } from './analytics-port.ts'

/** Tells nobody. */
export function createNoAnalytics(): Analytics {
  return {
    capture() {},
    close: () => Promise.resolve(),
  }
}
