import type { Locale } from '#contract/locales.ts'

/** Words for the notation's `PH`, `off` and `24/7`. */
export interface HoursWords {
  holidays: string
  closed: string
  always: string
}

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** OpenStreetMap's opening hours with days, months and signs as this language writes them; remarks in quotes stay. */
export function readableHours(notation: string, locale: Locale, words: HoursWords): string {
  const named = (options: Intl.DateTimeFormatOptions, date: number) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date)
  const names = new Map([
    // 1 January 2024 was a Monday.
    ...DAYS.map((day, index) => [day, named({ weekday: 'short' }, Date.UTC(2024, 0, 1 + index))] as const),
    ...MONTHS.map((month, index) => [month, named({ month: 'short' }, Date.UTC(2024, index, 1))] as const),
    ...[['PH', words.holidays] as const, ['off', words.closed] as const, ['closed', words.closed] as const],
  ])
  const readable = (part: string) =>
    part
      .replaceAll('24/7', words.always)
      .replace(/\b[A-Za-z]+\b/g, (word) => names.get(word) ?? word)
      .replace(/\s*-\s*/g, '–')
      .replace(/\s*([,;])\s*/g, '$1 ')
  return notation
    .split(/("[^"]*")/)
    .map((part) => (part.startsWith('"') ? part.slice(1, -1) : readable(part)))
    .join('')
    .trim()
}
