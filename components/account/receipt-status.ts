import type { Receipt } from '#contract/payments.ts'

/** A purchase's status, as its owner sees it. */
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

/** The first of these that is one of the styles' is the whole order's; refunded beside paid is a part. */
const WHOLE_ORDER: readonly ReceiptStatus[] = ['disputed', 'processing', 'refunding']

/** The status of an order whose styles may differ in theirs; undefined for one that was not paid. */
export function orderStatusOf(receipts: readonly Receipt[]): ReceiptStatus | undefined {
  const statuses = receipts.map(receiptStatusOf)
  const [first] = statuses
  if (statuses.every((status) => status === first)) return first
  return WHOLE_ORDER.find((status) => statuses.includes(status)) ?? 'partly'
}

/** Whether a receipt exists. */
export function hasReceipt({ paidAt }: Receipt): boolean {
  return paidAt !== null
}
