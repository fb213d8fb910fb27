import type { Receipt } from '#contract/payments.ts'

/** Whether this is the receipt by which an order of several styles is shown once: that of its first line. */
export function leadsOrder({ styleId, lines }: Pick<Receipt, 'styleId' | 'lines'>): boolean {
  return styleId === lines[0]?.styleId
}

/** The receipts of each order together, in the order of the receipts. */
export function groupByOrder(receipts: readonly Receipt[]): Receipt[][] {
  return [...Map.groupBy(receipts, ({ orderReference }) => orderReference).values()]
}

/** An order's price, promise and refund over all its styles. */
export function orderTotalOf({ lines }: Pick<Receipt, 'lines'>) {
  const sumOf = (amount: (line: Receipt['lines'][number]) => number) =>
    lines.reduce((sum, line) => sum + amount(line), 0)
  return {
    amountMinor: sumOf(({ price }) => price.amountMinor),
    regularAmountMinor: sumOf(({ price }) => price.regularAmountMinor),
    creditAmount: sumOf(({ creditAmount }) => creditAmount),
    promisedCount: sumOf(({ promisedCount }) => promisedCount),
    refundDueAmountMinor: sumOf(({ refundDueAmountMinor }) => refundDueAmountMinor),
  }
}
