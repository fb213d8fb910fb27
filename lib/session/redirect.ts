import { Locale } from '#contract/locales.ts'

/** Query member that hands the wanted page to the sign-in pages. */
export const REDIRECT_PARAMETER = 'redirect'

/**
 * A wanted page that is safe to go to: a localized page of this site that is not itself a sign-in page. Anything
 * else (another origin, a scheme, `//host`, backslashes, an API path) is nothing.
 */
export function safeRedirectPath(wanted: string | null | undefined): string | undefined {
  if (!wanted || !wanted.startsWith('/') || /[\\\u0000-\u001f]/.test(wanted)) return undefined
  const base = 'http://site.invalid'
  const url = URL.parse(wanted, base)
  if (!url || url.origin !== base || url.pathname.startsWith('//')) return undefined
  const [, locale, section] = url.pathname.split('/')
  if (!Locale.safeParse(locale).success || section === 'auth') return undefined
  return `${url.pathname}${url.search}`
}

/** The same page in another language. */
export function localizePath(path: string, locale: Locale): string {
  const [, first, ...rest] = path.split('/')
  return Locale.safeParse(first?.split(/[?#]/)[0]).success
    ? `/${[locale, ...rest].join('/')}`
    : `/${locale}${path}`
}
