import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { readServerEnv } from '#lib/env.server.ts'
import { isGenuineIdToken } from '#lib/session/verify-id-token.ts'
import { serializeSessionCookie } from '#lib/session/cookie.ts'

function setCookie(idToken: string): Response {
  const cookie = serializeSessionCookie(idToken, { isHttps: readServerEnv().isHttps })
  return new Response(null, { status: 204, headers: { 'set-cookie': cookie, 'cache-control': 'no-store' } })
}

function refuse(code: ErrorCode): Response {
  const body: ErrorBody = { error: { code, requestId: crypto.randomUUID() } }
  return Response.json(body, { status: ERROR_STATUS[code], headers: { 'cache-control': 'no-store' } })
}

/** Keeps a genuine id token, sent raw in `Authorization` as with every call, where the middleware can read it. */
export async function POST(request: Request): Promise<Response> {
  const idToken = request.headers.get('authorization')
  if (!idToken) return refuse('token_missing')
  return (await isGenuineIdToken(idToken)) ? setCookie(idToken) : refuse('token_invalid')
}

/** Forgets it. */
export function DELETE(): Response {
  return setCookie('')
}
