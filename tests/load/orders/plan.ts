import type { PaymentState } from '#contract/payments.ts'

/** A customer's behaviour with an order. */
export const KINDS = [
  'pays',
  'pays and closes the tab',
  'pays with credits',
  'is declined, then pays',
  'is asked by the bank',
  'refuses the bank, then pays',
  'leaves the page',
  'goes back',
  'uses a code',
  'wants the last use of a code',
  'asks for the money back',
  'asks for the money back, which the bank returns',
  'disputes and loses',
  'disputes and wins',
  'disputes, which is prevented',
  'has it prevented before a dispute',
  'has the bank ask',
  'has the bank ask, then disputes and wins',
  'has the bank ask, then disputes and loses',
  'disputes a part and wins',
  'gets a part back by hand',
  'pays for two styles',
  'pays for two styles and asks for one back',
  'gets all of two styles back by hand',
  'pays by debit',
  'pays by debit, which fails',
] as const
export type Kind = (typeof KINDS)[number]

/** So many of each, in as many orders as they are together. */
const SHARES: Readonly<Record<Kind, number>> = {
  pays: 3,
  'pays and closes the tab': 3,
  'pays with credits': 1,
  'is declined, then pays': 2,
  'is asked by the bank': 1,
  'refuses the bank, then pays': 1,
  'leaves the page': 1,
  'goes back': 1,
  'uses a code': 2,
  'wants the last use of a code': 1,
  'asks for the money back': 1,
  'asks for the money back, which the bank returns': 1,
  'disputes and loses': 1,
  'disputes and wins': 1,
  'disputes, which is prevented': 1,
  'has it prevented before a dispute': 1,
  'has the bank ask': 1,
  'has the bank ask, then disputes and wins': 1,
  'has the bank ask, then disputes and loses': 1,
  'disputes a part and wins': 1,
  'gets a part back by hand': 1,
  'pays for two styles': 2,
  'pays for two styles and asks for one back': 1,
  'gets all of two styles back by hand': 1,
  'pays by debit': 2,
  'pays by debit, which fails': 1,
}

/** The final state of the payment. The customer's bank wins a dispute when the product loses it. */
export const END: Readonly<Record<Kind, PaymentState>> = {
  pays: 'paid',
  'pays and closes the tab': 'paid',
  'pays with credits': 'paid',
  'is declined, then pays': 'paid',
  'is asked by the bank': 'paid',
  'refuses the bank, then pays': 'paid',
  'leaves the page': 'expired',
  'goes back': 'expired',
  'uses a code': 'paid',
  'wants the last use of a code': 'paid',
  'asks for the money back': 'refunded',
  'asks for the money back, which the bank returns': 'refunded',
  'disputes and loses': 'paid',
  'disputes and wins': 'refunded',
  'disputes, which is prevented': 'refunded',
  'has it prevented before a dispute': 'refunded',
  'has the bank ask': 'paid',
  'has the bank ask, then disputes and wins': 'refunded',
  'has the bank ask, then disputes and loses': 'paid',
  'disputes a part and wins': 'paid',
  'gets a part back by hand': 'paid',
  'pays for two styles': 'paid',
  // Of the one that is kept; the other is an order that asks for the money back.
  'pays for two styles and asks for one back': 'paid',
  'gets all of two styles back by hand': 'refunded',
  'pays by debit': 'paid',
  'pays by debit, which fails': 'expired',
}

/** The end of the dispute of an order of this kind, as Stripe names it: from the product's side. */
export const DISPUTE_END = {
  'disputes and loses': 'won',
  'disputes and wins': 'lost',
  'disputes, which is prevented': 'prevented',
  'has it prevented before a dispute': 'prevented',
  'has the bank ask': 'warning_closed',
  'has the bank ask, then disputes and wins': 'lost',
  'has the bank ask, then disputes and loses': 'won',
  'disputes a part and wins': 'lost',
} as const satisfies Partial<Record<Kind, string>>

/** What is given back by hand, or lost to a bank, of orders of which a part goes back. */
export const PART_MINOR = 50
export const LOST_IN_PART = 'disputes a part and wins' satisfies Kind
const IN_PART: readonly Kind[] = ['gets a part back by hand', LOST_IN_PART]

export const isInPart = (kind: Kind): boolean => IN_PART.includes(kind)

/** Two styles, paid in one order. */
export const hasTwoStyles = (kind: Kind): boolean => kind.includes('two styles')

/** Accounts are debited in euros alone. */
export const isDebit = (kind: Kind): boolean => kind.startsWith('pays by debit')

/** Numbers between 0 and 1, the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The kinds of `count` orders in a random order, each by its share. */
export function planOf(count: number, random: () => number, of: readonly Kind[] = KINDS): Kind[] {
  const deck = of.flatMap((kind) => Array<Kind>(SHARES[kind]).fill(kind))
  const kinds = Array.from({ length: count }, (_, index) => deck[index % deck.length] ?? 'pays')
  for (let index = kinds.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    const [a, b] = [kinds[index], kinds[other]]
    if (a !== undefined && b !== undefined) [kinds[index], kinds[other]] = [b, a]
  }
  return kinds
}
