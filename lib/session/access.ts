import { DEFAULT_LOCALE, Locale, LOCALES } from '#contract/locales.ts'
import { REDIRECT_PARAMETER, safeRedirectPath } from './redirect.ts'
import { GUARDED_SECTIONS, guardedSection } from './sections.ts'

/** What the session cookie says: nothing, somebody whose address is not confirmed, somebody whose is. */
export type Visitor = 'signed_out' | 'unverified' | 'verified'

export type AccessDecision = { kind: 'continue' } | { kind: 'redirect'; to: string }

export interface AccessRequest {
  /** Path and query as asked for. */
  pathname: string
  search: string
  visitor: Visitor
  acceptLanguage: string | null
}

/**
 * What the middleware does: languages for paths that have none; sign-in and confirmation before product pages, with
 * the wanted page handed over. Everything else passes.
 */
export function decideAccess(request: AccessRequest): AccessDecision {
  const [, first, segment] = request.pathname.split('/')
  const locale = Locale.safeParse(first)
  if (!locale.success) {
    const language = preferredLocale(request.acceptLanguage)
    const rest = request.pathname === '/' ? '' : request.pathname
    return { kind: 'redirect', to: `/${language}${rest}${request.search}` }
  }
  const section = guardedSection(segment)
  const needsAccount = section !== undefined && GUARDED_SECTIONS[section].audience === 'verified'
  if (!needsAccount || request.visitor === 'verified') return { kind: 'continue' }
  const page = request.visitor === 'unverified' ? 'verify-email' : 'login'
  const wanted = safeRedirectPath(`${request.pathname}${request.search}`)
  const query =
    wanted === undefined ? '' : `?${new URLSearchParams({ [REDIRECT_PARAMETER]: wanted }).toString()}`
  return { kind: 'redirect', to: `/${locale.data}/auth/${page}${query}` }
}

/** The most wanted language of `Accept-Language` (RFC 9110, 12.5.4) that the product speaks, else the default. */
export function preferredLocale(acceptLanguage: string | null): Locale {
  const ranges = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined)
      return { language: tag.split('-')[0], quality: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { language } of ranges) {
    const locale = LOCALES.find((candidate) => candidate === language)
    if (locale) return locale
  }
  return DEFAULT_LOCALE
}

/** Whether a page is served under the strict content security policy. */
export function isGuarded(pathname: string): boolean {
  const [, locale, segment] = pathname.split('/')
  return Locale.safeParse(locale).success && guardedSection(segment) !== undefined
}
