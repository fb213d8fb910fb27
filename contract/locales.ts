import { z } from 'zod'

/** Languages of the product, in the order they are offered; the first is the fallback. */
export const Locale = z.enum(['en', 'de', 'fr', 'es', 'it'])
export type Locale = z.infer<typeof Locale>

/** More ranges than any browser sends; the rest is not read. */
const RANGES_MAX = 32

export const LOCALES = Locale.options
export const DEFAULT_LOCALE: Locale = 'en'

/**
 * The language that an `Accept-Language` header likes best of those there are; the fallback when it likes none.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-accept-language
 */
export function localeFor(acceptLanguage: string | undefined): Locale {
  const wanted = (acceptLanguage ?? '').split(',', RANGES_MAX).flatMap((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const locale = LOCALES.find((known) => tag === known || tag.startsWith(`${known}-`))
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    return locale !== undefined && weight > 0 ? [{ locale, weight }] : []
  })
  return wanted.toSorted((a, b) => b.weight - a.weight)[0]?.locale ?? DEFAULT_LOCALE
}
