import { startOfDay, dayOf } from '#backend/features/seller-days.ts'

/** The last whole calendar month before a moment, in the seller's zone: from the one instant until before the other. */
export function lastMonthBefore(moment: Date): { month: string; from: Date; until: Date } {
  const day = new Date(dayOf(moment))
  const [year, index] = [day.getUTCFullYear(), day.getUTCMonth()]
  const first = Date.UTC(year, index - 1)
  return {
    month: new Date(first).toISOString().slice(0, 7),
    from: startOfDay(first),
    until: startOfDay(Date.UTC(year, index)),
  }
}
