import { Locale } from '#contract/locales.ts'
import type { GuardedSection } from './sections.ts'

const SIGN_IN: GuardedSection = 'auth'

/** Query member that hands the wanted page to the sign-in pages. */
export const REDIRECT_PARAMETER = 'redirect'

/**
 * A wanted page that is safe to go to: a localized page of this site that is not itself a sign-in page. Anything
 * else (another origin, a scheme, `//host`, backslashes, an API path) is nothing.
 */
export function safeRedirectPath(wanted: string | null | undefined): string | undefined {
  if (!wanted?.startsWith('/') || Array.from(wanted).some(isTreacherous)) return undefined
  const base = 'http://site.invalid'
  const url = parseUrl(wanted, base)
  if (url?.origin !== base || url.pathname.startsWith('//')) return undefined
  const [, locale, section] = url.pathname.split('/')
  if (!Locale.safeParse(locale).success || section === SIGN_IN) return undefined
  return `${url.pathname}${url.search}`
}

/** `URL.parse`, which browsers of 2023 do not have. */
export function parseUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}

/** Browsers read a backslash as a slash, and drop control characters from addresses. */
function isTreacherous(character: string): boolean {
  return character === '\\' || character < ' '
}

/** The same page in another language. */
export function localizePath(path: string, locale: Locale): string {
  const [, first, ...rest] = path.split('/')
  return Locale.safeParse(first?.split(/[?#]/)[0]).success
    ? `/${[locale, ...rest].join('/')}`
    : `/${locale}${path}`
}
