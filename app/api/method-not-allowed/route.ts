import { ALLOWED_METHODS } from '#lib/server/request-rules.ts'

export const dynamic = 'force-dynamic'

/** Requests by methods that the site does not serve are led here. */
export function GET(): Response {
  return new Response(null, { status: 405, headers: { allow: ALLOWED_METHODS, 'cache-control': 'no-store' } })
}
