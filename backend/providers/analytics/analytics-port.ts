import type { AcquisitionChannel, CustomerInteraction, Platform } from '#contract/analytics.ts'
import type { Currency } from '#contract/money.ts'
import type { PaymentProvider } from '#contract/payments.ts'
import type { StyleId } from '#contract/styles.ts'

/** What happened, in the past tense, with what may be known of it: nothing in it is personal. */
export type AnalyticsEvent =
  | {
      name: 'bundle_purchased'
      properties: {
        styleId: StyleId
        includesTraining: boolean
        provider: PaymentProvider
        amountMinor: number
        regularAmountMinor: number
        currency: Currency
      }
    }
  | { name: 'training_succeeded'; properties: { durationSeconds: number } }
  | {
      name: 'headshots_ready'
      properties: { styleId: StyleId; headshotCount: number; durationSeconds: number }
    }
  | { name: 'acquisition_channel_reported'; properties: { channel: AcquisitionChannel; platform: Platform } }
  | { name: 'customer_interaction_reported'; properties: { event: CustomerInteraction; platform: Platform } }

export interface Occurrence {
  /** A UUID of what happened: the same told twice is counted once. */
  id: string
  /** Whose doing it was; null for visitors. Never leaves as it is. */
  uid: string | null
  happenedAt: Date
}

/** Tells an analytics service what happens. Nothing waits for it, and nothing fails with it. */
export interface Analytics {
  /** Takes an event on, to be sent with others soon. */
  capture(event: AnalyticsEvent, occurrence: Occurrence): void
  /** Sends what is left, for a bounded time. */
  close(): Promise<void>
}
