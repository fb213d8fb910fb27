import { Locale } from '#contract/locales.ts'
import type { GuardedSection } from './sections.ts'

const SIGN_IN: GuardedSection = 'auth'

/** Query member that hands the wanted page to the sign-in pages. */
export const REDIRECT_PARAMETER = 'redirect'

/** Query member of the sign-in page: whether it begins with a new account. */
export const MODE_PARAMETER = 'mode'
export const SIGN_UP_MODE = 'signup'
export const SIGN_IN_MODE = 'signin'

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

/** Query member that tells the sign-in page why the user was sent there. */
export const REASON_PARAMETER = 'reason'

/** Why a session ended without this tab's wish: signed out in another tab, or by the sign-in itself. */
export const SIGN_OUT_REASONS = ['elsewhere', 'session_expired', 'user_disabled', 'account_deleted'] as const
export type SignOutReason = (typeof SIGN_OUT_REASONS)[number]

export function parseSignOutReason(value: string | null): SignOutReason | undefined {
  return SIGN_OUT_REASONS.find((reason) => reason === value)
}

/** A page's address with the wanted page and the reason as parameters, where there are any. */
export function withWantedPage(page: string, wanted: string | undefined, reason?: SignOutReason): string {
  const query = new URLSearchParams()
  if (wanted !== undefined) query.set(REDIRECT_PARAMETER, wanted)
  if (reason !== undefined) query.set(REASON_PARAMETER, reason)
  return query.size === 0 ? page : `${page}?${query.toString()}`
}

/** The same page in another language. */
export function localizePath(path: string, locale: Locale): string {
  const [, first, ...rest] = path.split('/')
  return Locale.safeParse(first?.split(/[?#]/)[0]).success
    ? `/${[locale, ...rest].join('/')}`
    : `/${locale}${path}`
}
