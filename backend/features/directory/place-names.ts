import { z } from 'zod'
import { Locale } from '#contract/locales.ts'

/** Names by locale, as the column of that name keeps them. */
export const Names = z.partialRecord(Locale, z.string())
export type Names = z.infer<typeof Names>

const regionNames = new Map(
  Locale.options.map((locale) => [
    locale,
    new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' }),
  ]),
)

/** A place's name in a locale; the source's own name without one. */
export function nameIn(locale: Locale, { name, names }: { name: string; names: unknown }): string {
  return Names.parse(names)[locale] ?? name
}

/** A country's name: its row's first, then the language's usual one. */
export function countryNameIn(
  locale: Locale,
  { id, name, names }: { id: string; name: string; names: unknown },
): string {
  return Names.parse(names)[locale] ?? regionNames.get(locale)?.of(id) ?? name
}
