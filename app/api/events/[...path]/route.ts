import { createRelay } from '#lib/analytics/relay.ts'
import { readAnalytics } from '#lib/env.ts'

export const dynamic = 'force-dynamic'

const PREFIX = '/api/events'

/** What browsers report, handed on to the analytics service. */
export function POST(request: Request): Promise<Response> {
  const { posthog } = readAnalytics()
  return createRelay({ host: posthog?.host ?? null })(
    request,
    new URL(request.url).pathname.slice(PREFIX.length),
  )
}
