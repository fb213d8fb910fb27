import type { OperatorAnswer, OperatorRow } from '#contract/operators.ts'

/** A command cannot be done; the message is what the operator reads. */
export class OperatorRefusal extends Error {
  override readonly name = 'OperatorRefusal'
}

export const done = (rows: OperatorRow[], note: string | null = null): OperatorAnswer => ({
  outcome: 'done',
  rows,
  note,
})

/** The answer of a command that may refuse. */
export async function answerOf(work: () => Promise<OperatorAnswer>): Promise<OperatorAnswer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OperatorRefusal) return { outcome: 'refused', reason: error.message }
    throw error
  }
}

export const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null

export function moneyOf({ amountMinor, currency }: { amountMinor: number; currency: string }): string {
  return `${(amountMinor / 100).toFixed(2)} ${currency.toUpperCase()}`
}

/** As a sentence lists them, each once. */
export const listed = (names: readonly string[]): string => new Intl.ListFormat('en').format(new Set(names))

/** An amount as it is typed, without fractions. @throws OperatorRefusal where it is nothing */
export function centsOf(amount: string): number {
  const [whole = '0', cents = '00'] = amount.split(/[.,]/)
  const amountMinor = Number(whole) * 100 + Number(cents)
  if (amountMinor === 0) throw new OperatorRefusal(`${amount} is nothing.`)
  return amountMinor
}
