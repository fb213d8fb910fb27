import type { BrowserAnalyticsSettings } from '#lib/analytics/settings.ts'
import { readAnalytics } from '#lib/env.ts'

export const dynamic = 'force-dynamic'

/** What browsers report to, read at run time, so that one build serves every environment. */
export function GET(): Response {
  const { posthog, affiliateScriptUrl } = readAnalytics()
  const settings: BrowserAnalyticsSettings = { projectKey: posthog?.projectKey ?? null, affiliateScriptUrl }
  return Response.json(settings, { headers: { 'cache-control': 'public, max-age=300' } })
}
