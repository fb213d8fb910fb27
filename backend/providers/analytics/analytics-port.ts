import type { AcquisitionChannel, CustomerInteraction, Platform } from '#contract/analytics.ts'
import type { Currency } from '#contract/money.ts'
import type { PaymentProvider } from '#contract/payments.ts'
import type { StyleId } from '#contract/styles.ts'

/** An event, in the past tense, with its properties: none of them is personal. */
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
  /** A UUID of the event: a repeat is counted once. */
  id: string
  /** The acting user; null for visitors. Never sent in this form. */
  uid: string | null
  happenedAt: Date
}

/** Sends events to an analytics service. No caller waits for it, and its failures reach no caller. */
export interface Analytics {
  /** Accepts an event, and sends it soon with others. */
  capture(event: AnalyticsEvent, occurrence: Occurrence): void
  /** Sends the remaining events, within a time limit. */
  close(): Promise<void>
}
