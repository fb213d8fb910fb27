const DAY_MS = 24 * 3_600_000

/** Whole days until an instant; 0 on the last, and after it. */
export function daysLeft(at: string, now: Date): number {
  return Math.max(0, Math.floor((Date.parse(at) - now.getTime()) / DAY_MS))
}
