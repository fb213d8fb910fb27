import type { Locale } from '#contract/locales.ts'

/** A distance as people say it: metres to the next fifty, then kilometres. */
export function formatDistance(meters: number, locale: Locale): string {
  const isNear = meters < 950
  const value = isNear ? Math.max(50, Math.round(meters / 50) * 50) : meters / 1000
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isNear ? 'meter' : 'kilometer',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}
