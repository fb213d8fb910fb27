import { localeFor } from '#contract/accept-language.ts'
import { Locale, LOCALES } from '#contract/locales.ts'
import { MODE_PARAMETER, REDIRECT_PARAMETER, SIGN_UP_MODE, safeRedirectPath } from './redirect.ts'
import { GUARDED_SECTIONS, guardedSection } from './sections.ts'

/**
 * Whom the session cookie names: no user, one whose address is not confirmed, one whose is, or one whose token cannot be
 * checked now.
 */
export type Visitor = 'signed_out' | 'unverified' | 'verified' | 'unchecked'

export type AccessDecision = { kind: 'continue' } | { kind: 'redirect'; to: string }

export interface AccessRequest {
  /** Path and query as asked for. */
  pathname: string
  search: string
  visitor: Visitor
  acceptLanguage: string | null
}

/**
 * The middleware's decision: a language for paths without one; sign-in and confirmation before product pages, with
 * the wanted page handed over. Everything else passes.
 */
export function decideAccess(request: AccessRequest): AccessDecision {
  const [, first = '', segment, ...further] = request.pathname.split('/')
  const locale = Locale.safeParse(first)
  const meant = locale.success ? undefined : meantLocale(first)
  if (meant) {
    const to = ['', meant, ...(segment === undefined ? [] : [segment, ...further])].join('/')
    return { kind: 'redirect', to: `${to}${request.search}` }
  }
  if (!locale.success) {
    const language = localeFor(request.acceptLanguage)
    const rest = request.pathname === '/' ? '' : request.pathname
    return { kind: 'redirect', to: `/${language}${rest}${request.search}` }
  }
  const section = guardedSection(segment)
  const needsAccount = section !== undefined && GUARDED_SECTIONS[section].audience === 'verified'
  // The backend checks tokens that cannot be checked here, or answers that it cannot.
  if (!needsAccount || request.visitor === 'verified' || request.visitor === 'unchecked')
    return { kind: 'continue' }
  const page = request.visitor === 'unverified' ? 'verify-email' : 'login'
  const wanted = safeRedirectPath(`${request.pathname}${request.search}`)
  const query = new URLSearchParams(wanted === undefined ? {} : { [REDIRECT_PARAMETER]: wanted })
  if (page === 'login' && isBeginning(segment, further)) query.set(MODE_PARAMETER, SIGN_UP_MODE)
  return {
    kind: 'redirect',
    to: `/${locale.data}/auth/${page}${query.size === 0 ? '' : `?${query.toString()}`}`,
  }
}

/** The page that every invitation of the public site leads to: who has no session there is most likely new. */
function isBeginning(section: string | undefined, further: readonly string[]): boolean {
  return section === 'persons' && further[0] === 'new'
}

/** A language in capitals, or with a country: `/DE`, `/de-CH`, `/fr_FR`. */
function meantLocale(segment: string): Locale | undefined {
  const [, language] = /^([a-z]{2})(?:[-_][a-z]{2})?$/i.exec(segment) ?? []
  return LOCALES.find((locale) => locale === language?.toLowerCase())
}

/** Whether a page is served under the strict content security policy. */
export function isGuarded(pathname: string): boolean {
  const [, locale, segment] = pathname.split('/')
  return Locale.safeParse(locale).success && guardedSection(segment) !== undefined
}
