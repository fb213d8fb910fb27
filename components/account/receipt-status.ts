import type { Receipt } from '#contract/payments.ts'

/** How a purchase stands, as its owner sees it. */
export type ReceiptStatus =
  'open' | 'processing' | 'expired' | 'paid' | 'refunding' | 'refunded' | 'partly' | 'disputed'

export function receiptStatusOf({
  state,
  refundedAmountMinor,
  returnedCreditAmount,
}: Receipt): ReceiptStatus {
  switch (state) {
    case 'created':
    case 'pending':
      return 'open'
    case 'paid':
      return refundedAmountMinor > 0 || returnedCreditAmount > 0 ? 'partly' : 'paid'
    default:
      return state
  }
}

/** Whether a receipt exists. */
export function hasReceipt({ paidAt }: Receipt): boolean {
  return paidAt !== null
}
