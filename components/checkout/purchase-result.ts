import type { Receipt } from '#contract/payments.ts'
import { orderTotalOf } from '#lib/checkout/ordered-together.ts'

/**
 * The result of a purchase for its buyer; `twice`: another payment bought the style; `processing`: nothing is
 * left to do for the buyer, and the bank has not answered.
 */
export type PurchaseResult =
  'paid' | 'free' | 'declined' | 'canceled' | 'expired' | 'twice' | 'refunded' | 'disputed' | 'processing'

interface Circumstances {
  /** The customer came back without paying. */
  isCanceled: boolean
  /** The person has the style, by this payment or another. */
  hasStyle: boolean
}

/** What became of a purchase that its buyer has no part in any more. */
export function purchaseResultOf(
  receipt: Pick<
    Receipt,
    'state' | 'wasDeclined' | 'refundReason' | 'bundleId' | 'price' | 'lines' | 'creditAmount'
  >,
  { isCanceled, hasStyle }: Circumstances,
): PurchaseResult {
  switch (receipt.state) {
    case 'paid':
      return orderTotalOf(receipt).amountMinor === 0 && receipt.creditAmount === 0 ? 'free' : 'paid'
    case 'refunding':
    case 'refunded': {
      // Of one style among several, or a share of what came out short: the others were delivered.
      if (receipt.lines.some(({ isKept }) => isKept)) return 'paid'
      const wasNeverHandedOver = receipt.refundReason === 'unfulfilled' && receipt.bundleId === null
      return wasNeverHandedOver && hasStyle ? 'twice' : 'refunded'
    }
    case 'disputed':
    case 'processing':
      return receipt.state
    case 'created':
    case 'pending':
    case 'expired':
      if (receipt.wasDeclined) return 'declined'
      return isCanceled ? 'canceled' : 'expired'
  }
}
