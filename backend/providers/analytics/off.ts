import type { Analytics } from './analytics-port.ts'

/** Sends no events. */
export function createNoAnalytics(): Analytics {
  return {
    capture() {},
    close: () => Promise.resolve(),
  }
}
