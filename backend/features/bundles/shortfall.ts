import type { Shortfall } from '#contract/bundles.ts'
import { shareOf, type PaymentRow } from '#backend/features/payments/payments-service.ts'

/** What of a purchase came out short, as its owner is told; null where nothing did. */
export function shortfallOf(payment: PaymentRow): Shortfall | null {
  const { promisedCount, missingCount, currency } = payment
  return missingCount === 0 ? null : { promisedCount, missingCount, currency, ...shareOf(payment) }
}
