import { DEFAULT_LOCALE, LOCALES } from '#contract/locales.ts'
import { defineRouting } from 'next-intl/routing'

/** Every page lives under its language. No cookie: the address alone decides, so that public pages stay cacheable. */
export const routing = defineRouting({
  locales: LOCALES,
  defaultLocale: DEFAULT_LOCALE,
  localePrefix: 'always',
  localeCookie: false,
  alternateLinks: false,
})
