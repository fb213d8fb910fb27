import { DEFAULT_LOCALE, LOCALES, type Locale } from '#contract/locales.ts'

/** Canonical address and hreflang of a public page. `path` follows the language and starts with a slash, or is empty. */
export function alternatesOf(locale: Locale, path: string) {
  const languages: Record<string, string> = { 'x-default': `/${DEFAULT_LOCALE}${path}` }
  for (const other of LOCALES) languages[other] = `/${other}${path}`
  return { canonical: `/${locale}${path}`, languages }
}
