import Negotiator from 'negotiator'
import { DEFAULT_LOCALE, Locale, LOCALES } from './locales.ts'

/**
 * The language that an `Accept-Language` header likes best of those there are; the fallback when it likes none.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-accept-language
 */
export function localeFor(acceptLanguage: string | null | undefined): Locale {
  // Without a header a negotiator takes every language for welcome, as it does with `*`: then the first is.
  const headers = { 'accept-language': acceptLanguage ?? undefined }
  const [wanted] = new Negotiator({ headers }).languages([...LOCALES])
  return Locale.safeParse(wanted).data ?? DEFAULT_LOCALE
}
