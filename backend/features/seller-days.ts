import { TIME_ZONE } from '#contract/time-zone.ts'

export const DAY_MS = 24 * 3_600_000

/** The day of a moment in the seller's zone, as midnight of that day in UTC. */
export function dayOf(moment: Date): number {
  // Canada writes dates as ISO 8601 does.
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(moment)
  return Date.parse(`${day}T00:00:00Z`)
}

/** The moment a day starts in the seller's zone, whose offset is whole hours within half a day. */
export function startOfDay(day: number): Date {
  const from = day - DAY_MS / 2
  for (let at = from; at <= day + DAY_MS / 2; at += 3_600_000)
    if (dayOf(new Date(at)) === day) return new Date(at)
  throw new Error(`${new Date(day).toISOString()} never starts`)
}

/** The last moment of the day that is so many days after a moment, in the seller's zone. */
export function endOfDayAfter(moment: Date, days: number): Date {
  return new Date(startOfDay(dayOf(moment) + (days + 1) * DAY_MS).getTime() - 1)
}
