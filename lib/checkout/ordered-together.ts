import type { Receipt } from '#contract/payments.ts'

/** Whether this is the receipt by which an order of several styles is shown once: that of its first line. */
export function leadsOrder({ styleId, lines }: Pick<Receipt, 'styleId' | 'lines'>): boolean {
  return styleId === lines[0]?.styleId
}

/** What an order costs and promises in all its styles. */
export function orderTotalOf({ lines }: Pick<Receipt, 'lines'>) {
  const sumOf = (amount: (line: Receipt['lines'][number]) => number) =>
    lines.reduce((sum, line) => sum + amount(line), 0)
  return {
    amountMinor: sumOf(({ price }) => price.amountMinor),
    regularAmountMinor: sumOf(({ price }) => price.regularAmountMinor),
    promisedCount: sumOf(({ promisedCount }) => promisedCount),
  }
}
