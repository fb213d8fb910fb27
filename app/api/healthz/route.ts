import { readServerEnv } from '#lib/env.server.ts'

export const dynamic = 'force-dynamic'

/** The site answers, and knows what it needs to serve. */
export function GET(): Response {
  readServerEnv()
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } })
}
