import { WITHDRAWAL_DAYS } from '#contract/limits.ts'
import { DAY_MS, dayOf, startOfDay } from '#backend/features/seller-days.ts'

/**
 * When the right to withdraw from a contract ends: with the last hour of its last day in the seller's zone; the day of the
 * contract is not counted, and a last day that is a Saturday, a Sunday or a holiday moves to the next working day
 * (Regulation 1182/71, article 3).
 */
export function withdrawalEndsAt(contractAt: Date): Date {
  let last = dayOf(contractAt) + WITHDRAWAL_DAYS * DAY_MS
  while (isWeekend(last) || isHoliday(last)) last += DAY_MS
  return startOfDay(last + DAY_MS)
}

const isWeekend = (day: number): boolean => [0, 6].includes(new Date(day).getUTCDay())

/** Month and day of holidays in Germany, Austria, Switzerland, France, Italy or Spain: in doubt for the consumer. */
const FIXED: ReadonlySet<string> = new Set(
  (
    '01-01 01-06 04-25 05-01 05-08 06-02 07-14 08-01 08-15 10-03 10-12 10-26 11-01 11-11 12-06 12-08 12-24 12-25 ' +
    '12-26 12-31'
  ).split(' '),
)
/** Days after Easter Sunday: Good Friday, Easter Monday, Ascension, Whit Monday, Corpus Christi. */
const MOVABLE = [-2, 1, 39, 50, 60]

function isHoliday(day: number): boolean {
  const date = new Date(day)
  const easter = easterOf(date.getUTCFullYear())
  return (
    FIXED.has(date.toISOString().slice(5, 10)) || MOVABLE.some((offset) => easter + offset * DAY_MS === day)
  )
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function easterOf(year: number): number {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100]
  const corrected = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - corrected + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const sum = epact + weekday - 7 * shift + 114
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)
}
