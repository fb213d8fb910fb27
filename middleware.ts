import { NextResponse, type NextRequest } from 'next/server.js'
import {
  isDevelopment,
  readAnalytics,
  readIdentitySettings,
  readMediaOrigins,
  readSignInPages,
  readStripePublishableKey,
} from '#lib/env.ts'
import { decideAccess, isGuarded } from '#lib/session/access.ts'
import { guardedPolicy } from '#lib/content-policy/policy.ts'
import { SESSION_COOKIE } from '#lib/session/cookie.ts'
import { createVisitorReader } from '#lib/session/verify-id-token.ts'

/**
 * Paths without a language, and pages with personal data or passwords. Public localized pages, the API, files and Next's own
 * paths are served without running this. Next reads this literal without running the file; a test holds it against the
 * table of sections.
 */
export const config = {
  matcher: [
    '/',
    '/((?!api(?:/|$)|__/|og/|stripe/|b2b/|engines/|_next/|(?:en|de|fr|es|it)(?:/|$)|.*\\.).*)',
    '/(en|de|fr|es|it)/(persons|checkout|account|referral|ops|auth|upload|share|image)/:path*',
  ],
}

/** Where the provider's form is shown. */
const PAY_PAGE = /^\/[a-z]{2}\/checkout\/pay\/?$/

let reader: ReturnType<typeof createVisitorReader> | undefined

export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl
  reader ??= createVisitorReader(readIdentitySettings())
  const decision = decideAccess({
    pathname,
    search,
    visitor: await reader(request.cookies.get(SESSION_COOKIE)?.value),
    acceptLanguage: request.headers.get('accept-language'),
  })
  if (decision.kind === 'redirect') return redirectTo(decision.to, request)
  return isGuarded(pathname) ? withContentPolicy(request) : NextResponse.next()
}

function redirectTo(path: string, request: NextRequest): NextResponse {
  const response = NextResponse.redirect(new URL(path.replace(/^\/+/, '/'), request.nextUrl.origin), 307)
  response.headers.set('cache-control', 'private, no-store')
  response.headers.set('vary', 'Accept-Language, Cookie')
  return response
}

/** Next reads the nonce from the request's policy and marks its own scripts with it. */
function withContentPolicy(request: NextRequest): NextResponse {
  const identity = readIdentitySettings()
  const { affiliateScriptUrl } = readAnalytics()
  const policy = guardedPolicy({
    nonce: btoa(crypto.randomUUID()),
    mediaOrigins: readMediaOrigins(),
    emulatorOrigin: identity.kind === 'emulator' ? identity.emulatorOrigin : undefined,
    signInOrigin: readSignInPages().origin,
    hasPaymentForm: PAY_PAGE.test(request.nextUrl.pathname) && readStripePublishableKey() !== undefined,
    partners: affiliateScriptUrl === null ? [] : [new URL(affiliateScriptUrl).origin],
    isDevelopment: isDevelopment(),
  })
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}
