const DAY_MS = 24 * 3_600_000

/** Calendar days in a time zone until an instant: 0 on its own day, and after it. */
export function daysLeft(at: string, now: Date, timeZone: string): number {
  const calendar = new Intl.DateTimeFormat('sv', { timeZone })
  const midnightOf = (instant: Date) => Date.parse(`${calendar.format(instant)}T00:00:00Z`)
  return Math.max(0, Math.round((midnightOf(new Date(at)) - midnightOf(now)) / DAY_MS))
}
