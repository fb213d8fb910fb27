/** The browser's settings; nothing is loaded for a null one. */
export interface BrowserAnalyticsSettings {
  /** The analytics service's key; public by design. */
  projectKey: string | null
  affiliateScriptUrl: string | null
}
