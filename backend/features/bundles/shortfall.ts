import type { Shortfall } from '#contract/bundles.ts'
import { shareOf, type PaymentRow } from '#backend/features/payments/payments-service.ts'

/** A purchase's missing headshots, as its owner sees them; null where none is missing. */
export function shortfallOf(payment: PaymentRow): Shortfall | null {
  const { promisedCount, missingCount, currency } = payment
  return missingCount === 0 ? null : { promisedCount, missingCount, currency, ...shareOf(payment) }
}
