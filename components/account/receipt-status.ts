import type { Receipt } from '#contract/payments.ts'

/** How a purchase stands, as its owner sees it. */
export type ReceiptStatus = 'processing' | 'paid' | 'refunding' | 'refunded' | 'partly' | 'disputed'

/** Undefined for an order that was not paid: it is offered where it can be paid, and is no receipt. */
export function receiptStatusOf({
  state,
  refundedAmountMinor,
  returnedCreditAmount,
}: Receipt): ReceiptStatus | undefined {
  switch (state) {
    case 'created':
    case 'pending':
    case 'expired':
      return undefined
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
