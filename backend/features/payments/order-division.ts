import { divide } from '#contract/division.ts'
import type { PaymentOutcome } from '#backend/providers/payments/payments-port.ts'

interface Part {
  id: string
  amountMinor: number
}

/**
 * What a provider's answer about an order means for each of its payments. A refund of ours names its payment. What was given
 * back at the provider, and what a bank took, is of the whole: each payment bears its share by price, as far as that is left of
 * it. A share does not depend on what went back besides, before or after: it would otherwise move from one payment to another.
 */
export function divideOutcome(outcome: PaymentOutcome, order: readonly Part[]): PaymentOutcome[] {
  if (order.length === 1) return [outcome]
  const { refunds = [], lostAmountMinor, ...common } = outcome
  const prices = order.map(({ amountMinor }) => amountMinor)
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const shared = (amountMinor: number, most: readonly number[]) =>
    divide(Math.min(Math.max(0, amountMinor), sumOf(most)), prices, most)
  const isOfNone = (paymentId: string | null) => order.every(({ id }) => id !== paymentId)

  const named = order.map(({ id }) =>
    sumOf(
      refunds
        .filter(({ paymentId, hasFailed }) => paymentId === id && !hasFailed)
        .map(({ amountMinor }) => amountMinor),
    ),
  )
  const left = prices.map((price, index) => Math.max(0, price - (named[index] ?? 0)))
  const others = shared(outcome.refundedAmountMinor - sumOf(named), left)
  const lost =
    lostAmountMinor === undefined
      ? undefined
      : shared(
          lostAmountMinor,
          left.map((rest, index) => rest - (others[index] ?? 0)),
        )
  return order.map(({ id, amountMinor }, index) => {
    // The bank's money is none of what cost nothing.
    if (amountMinor === 0)
      return { ...common, refundedAmountMinor: 0, hasFailedRefund: false, dispute: 'none' }
    return {
      ...common,
      refundedAmountMinor: (named[index] ?? 0) + (others[index] ?? 0),
      hasFailedRefund: refunds.some(
        ({ paymentId, hasFailed }) => hasFailed && (paymentId === id || isOfNone(paymentId)),
      ),
      ...(lost && { lostAmountMinor: lost[index] ?? 0 }),
    }
  })
}

/** The same answer, after a refund for one of the payments was accepted. */
export function withRefund<O extends PaymentOutcome>(outcome: O, paymentId: string, amountMinor: number): O {
  return {
    ...outcome,
    refundedAmountMinor: outcome.refundedAmountMinor + amountMinor,
    refunds: [...(outcome.refunds ?? []), { paymentId, amountMinor, hasFailed: false }],
  }
}
