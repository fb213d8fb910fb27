import type { CaptureResult, PostHog } from 'posthog-js'
import { hasConsented, onConsent } from './consent.ts'
import { reportedAddress } from './reported-address.ts'
import type { BrowserAnalyticsSettings } from './settings.ts'

/** Reports go to the site itself, which hands them on: no page asks another host for anything. */
const RELAY = '/api/events'
const ADDRESSES = [
  '$current_url',
  '$referrer',
  '$initial_current_url',
  '$initial_referrer',
  '$session_entry_url',
]

interface Reporter {
  /** @param address of the page that was opened */
  reportPageView: (address: string) => void
}

let started: Promise<Reporter | undefined> | undefined

/** Loaded once per page, when it is idle. Undefined where the service is not configured or cannot be reached. */
export function analytics(): Promise<Reporter | undefined> {
  started ??= start().catch(() => undefined)
  return started
}

async function start(): Promise<Reporter | undefined> {
  const response = await fetch('/api/analytics-config')
  if (!response.ok) return undefined
  // The site's own answer, of the type it is written with.
  const settings = (await response.json()) as BrowserAnalyticsSettings
  loadAffiliateScript(settings)
  return settings.projectKey === null ? undefined : startPosthog(settings.projectKey)
}

/** Until the visitor accepts, nothing is kept on the device: the service knows them until the page is closed. */
async function startPosthog(projectKey: string): Promise<Reporter> {
  const { default: posthog } = await import('posthog-js')
  posthog.init(projectKey, {
    api_host: window.location.origin + RELAY,
    persistence: persistenceFor(hasConsented()),
    person_profiles: 'identified_only',
    // Page views alone, told by us; faces are on these screens, so none is ever recorded.
    autocapture: false,
    capture_pageview: false,
    capture_pageleave: false,
    capture_dead_clicks: false,
    capture_exceptions: false,
    capture_performance: false,
    capture_heatmaps: false,
    disable_session_recording: true,
    disable_surveys: true,
    disable_web_experiments: true,
    advanced_disable_flags: true,
    disable_external_dependency_loading: true,
    save_referrer: false,
    save_campaign_params: false,
    respect_dnt: true,
    before_send: withoutSecrets,
  })
  onConsent(() => keepOnDevice(posthog))
  return {
    reportPageView(address) {
      const { pathname } = new URL(address)
      posthog.capture('$pageview', { $current_url: address, $pathname: pathname })
    },
  }
}

const persistenceFor = (isAccepted: boolean) => (isAccepted ? 'localStorage' : 'memory')

function keepOnDevice(posthog: PostHog): void {
  if (hasConsented()) posthog.set_config({ persistence: persistenceFor(true) })
}

function withoutSecrets(event: CaptureResult | null): CaptureResult | null {
  if (event === null) return null
  for (const bag of [event.properties, event.$set, event.$set_once]) {
    if (!bag) continue
    for (const name of ADDRESSES) {
      const address: unknown = bag[name]
      if (typeof address === 'string') bag[name] = reportedAddress(address)
    }
    const path: unknown = bag['$pathname']
    if (typeof path === 'string')
      bag['$pathname'] = new URL(reportedAddress(window.location.origin + path)).pathname
  }
  return event
}

function loadAffiliateScript({ affiliateScriptUrl }: BrowserAnalyticsSettings): void {
  if (affiliateScriptUrl === null) return
  let isLoaded = false
  const load = () => {
    if (isLoaded || !hasConsented()) return
    isLoaded = true
    const script = document.createElement('script')
    script.src = affiliateScriptUrl
    script.async = true
    document.head.append(script)
  }
  load()
  onConsent(load)
}
