import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inlineScripts } from '#lib/content-policy/page-policy.ts'
import { publicPolicy } from '#lib/content-policy/policy.ts'

const POLICY = 'content-security-policy'
/** Made of what the backend knows: where one fails that was never made before, the backend is away. */
const MADE_ON_DEMAND = /^\/[a-z]{2}\/headshots-near-me(?:[/?]|$)/
const RETRY_AFTER_SECONDS = 120

/**
 * A page that failed while it was made gets the policy of what it says, which is drawn by scripts in it, and one that
 * will be there later says so to whoever may come back.
 */
export function completeFailure({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const end = response.end.bind(response)
  // Called in several ways, which are handed on as they came.
  response.end = (...rest: unknown[]) => {
    if (response.statusCode >= 500 && !response.headersSent) {
      const [body] = rest
      if (typeof body === 'string' && !response.hasHeader(POLICY))
        response.setHeader(POLICY, publicPolicy(inlineScripts(body).map(hashOf)))
      if (response.statusCode === 500 && MADE_ON_DEMAND.test(url)) {
        response.statusCode = 503
        response.setHeader('retry-after', RETRY_AFTER_SECONDS)
      }
    }
    Reflect.apply(end, response, rest)
    return response
  }
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
