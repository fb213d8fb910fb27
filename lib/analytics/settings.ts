/** What the browser is told: where nothing is configured, nothing is loaded. */
export interface BrowserAnalyticsSettings {
  /** Of the analytics service; public by design. */
  projectKey: string | null
  affiliateScriptUrl: string | null
}
