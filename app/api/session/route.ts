import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { readServerEnv } from '#lib/env.server.ts'
import { createVisitorReader } from '#lib/session/verify-id-token.ts'
import { serializeSessionCookie } from '#lib/session/cookie.ts'

let readVisitor: ReturnType<typeof createVisitorReader> | undefined

function setCookie(idToken: string): Response {
  const cookie = serializeSessionCookie(idToken, { isHttps: readServerEnv().isHttps })
  return new Response(null, { status: 204, headers: { 'set-cookie': cookie, 'cache-control': 'no-store' } })
}

function refuse(code: ErrorCode): Response {
  const body: ErrorBody = { error: { code, requestId: crypto.randomUUID() } }
  return Response.json(body, { status: ERROR_STATUS[code], headers: { 'cache-control': 'no-store' } })
}

/**
 * Keeps an id token, sent raw in `Authorization` as with every call, where the middleware can read it: a genuine one, or
 * one that cannot be checked now. The cookie opens pages alone; each of their calls is checked by the backend.
 */
export async function POST(request: Request): Promise<Response> {
  const idToken = request.headers.get('authorization')
  if (!idToken) return refuse('token_missing')
  readVisitor ??= createVisitorReader(readServerEnv().identity)
  return (await readVisitor(idToken)) === 'signed_out' ? refuse('token_invalid') : setCookie(idToken)
}

/** Forgets it. */
export function DELETE(): Response {
  return setCookie('')
}
