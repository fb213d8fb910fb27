import { localeFor } from '#contract/accept-language.ts'
import { Locale } from '#contract/locales.ts'
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
    const language = localeFor(request.acceptLanguage)
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

/** Whether a page is served under the strict content security policy. */
export function isGuarded(pathname: string): boolean {
  const [, locale, segment] = pathname.split('/')
  return Locale.safeParse(locale).success && guardedSection(segment) !== undefined
}
