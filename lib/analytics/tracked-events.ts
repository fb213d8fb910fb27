import type { CustomerInteraction } from '#contract/analytics.ts'

/** How often an event is sent: once in a browser that allowed it to be kept, or once for its subject. */
type Once = 'browser' | 'subject'

/**
 * The event that each interaction sends. An event about a subject follows from a change that happens once; it is
 * remembered as long as the page is open, and nothing is kept on the device for it.
 */
export const INTERACTIONS = {
  /** The first page that is opened in a browser whose user has accepted that this is kept. */
  browser_opened: { event: 'firstOpen', once: 'browser' },
  /** A person was created: their id. */
  person_created: { event: 'significantConversionStep1', once: 'subject' },
  /** The selfies of a person became enough while a page showed them: the person's id. */
  selfies_sufficient: { event: 'significantConversionStep2', once: 'subject' },
  /** A purchase is paid: the payment's id, or the person's and which order it was where no page was needed to pay. */
  purchase_paid: { event: 'significantConversionStep3', once: 'subject' },
  /** Styles and their prices came into view: the person's id. */
  offers_seen: { event: 'purchaseOptionSeen', once: 'subject' },
} as const satisfies Record<string, { event: CustomerInteraction; once: Once }>
export type TrackedInteraction = keyof typeof INTERACTIONS

/** Uses of a user's own results, and the call that logs each use. */
export const USAGES = {
  /** The headshots of a bundle were opened. */
  results_opened: 'logResultsClicked',
  /** A headshot was saved, in any format. */
  headshot_downloaded: 'logImageDownloaded',
  /** A larger headshot was asked for. */
  upscaling_wanted: 'logUpscalingClicked',
} as const
export type TrackedUsage = keyof typeof USAGES
