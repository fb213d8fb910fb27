import type { Locale } from '#contract/locales.ts'
import { TIME_ZONE } from '#contract/time-zone.ts'
import { hasLocale } from 'next-intl'
import { getRequestConfig } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import type { Messages } from './messages.ts'
import { routing } from './routing.ts'

/** One chunk per language; the compiler checks that each has the shape of the English one. */
const LOADERS: Readonly<Record<Locale, () => Promise<{ default: Messages }>>> = {
  en: () => import('#messages/en.json'),
  de: () => import('#messages/de.json'),
  fr: () => import('#messages/fr.json'),
  es: () => import('#messages/es.json'),
  it: () => import('#messages/it.json'),
}

/**
 * Locale and messages of a server render. The locale is the `[locale]` segment, read as a root parameter, so pages
 * stay prerendered without naming it; route handlers pass it explicitly.
 */
export default getRequestConfig(async ({ locale: explicit }) => {
  const wanted = explicit ?? (await rootLocale())
  const locale = hasLocale(routing.locales, wanted) ? wanted : routing.defaultLocale
  const { default: messages } = await LOADERS[locale]()
  return { locale, messages, timeZone: TIME_ZONE }
})
