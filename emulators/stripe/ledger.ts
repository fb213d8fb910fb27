import type Stripe from 'stripe'
import { newId } from './ids.ts'
import type { State } from './state.ts'

/** Stripe's own share of a payment with a European card: 1.5 % and 25 cents. */
const feeOf = (amount: number): number => Math.round(amount * 0.015) + 25
/** Fee of a dispute, returned when it is won. */
const DISPUTE_FEE = 2000

const KINDS = {
  charge: { type: 'charge', reporting_category: 'charge' },
  refund: { type: 'refund', reporting_category: 'refund' },
  refund_failure: { type: 'refund_failure', reporting_category: 'refund_failure' },
  dispute: { type: 'adjustment', reporting_category: 'dispute' },
  dispute_reversal: { type: 'adjustment', reporting_category: 'dispute_reversal' },
} as const

/** Books money received (positive) or paid out, with Stripe's fee. */
export function book(
  state: State,
  kind: keyof typeof KINDS,
  entry: { amount: number; currency: string; source: string },
): Stripe.BalanceTransaction {
  const { amount, currency, source } = entry
  const fee =
    kind === 'charge'
      ? feeOf(amount)
      : kind === 'dispute'
        ? DISPUTE_FEE
        : kind === 'dispute_reversal'
          ? -DISPUTE_FEE
          : 0
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: state.now(),
    balance_type: 'payments',
    created: state.now(),
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    ...KINDS[kind],
    source,
    status: 'available',
  }
  state.store.put('transactions', transaction)
  return transaction
}
