import { describe, test } from 'node:test'
import { expect } from 'expect'
import type { PaymentOutcome } from '#backend/providers/payments/payments-port.ts'
import { testEach } from '#tests/support/each.ts'
import { divideOutcome, withRefund } from './order-division.ts'

const PAID: PaymentOutcome = { status: 'paid', refundedAmountMinor: 0, dispute: 'none' }
const ORDER = [
  { id: 'first', amountMinor: 900 },
  { id: 'second', amountMinor: 99 },
  { id: 'third', amountMinor: 199 },
]
const TOTAL_MINOR = 1198
const backOf = (outcome: PaymentOutcome, order = ORDER) =>
  divideOutcome(outcome, order).map(({ refundedAmountMinor }) => refundedAmountMinor)
/** So much given back by hand, besides. */
const byHand = (outcome: PaymentOutcome, amountMinor: number): PaymentOutcome => ({
  ...outcome,
  refundedAmountMinor: outcome.refundedAmountMinor + amountMinor,
})

describe('what went back of an order', () => {
  test('is all of the one payment of an order of one style', () => {
    const outcome = { ...PAID, refundedAmountMinor: 400, lostAmountMinor: 1 }
    expect(divideOutcome(outcome, [{ id: 'first', amountMinor: 900 }])).toEqual([outcome])
  })

  testEach<[string, PaymentOutcome, number[]]>([
    ['nothing', PAID, [0, 0, 0]],
    ['the second, by a refund of its own', withRefund(PAID, 'second', 99), [0, 99, 0]],
    ['all of it by hand', byHand(PAID, TOTAL_MINOR), [900, 99, 199]],
    ['half by hand, by price', byHand(PAID, 599), [451, 49, 99]],
    ['a cent by hand', byHand(PAID, 1), [1, 0, 0]],
    ['the rest by hand', byHand(withRefund(PAID, 'second', 99), TOTAL_MINOR - 99), [900, 99, 199]],
    ['more by hand than is left of one', byHand(withRefund(PAID, 'second', 99), 599), [500, 99, 99]],
  ])('%s', (_name, outcome, back) => {
    expect(backOf(outcome)).toEqual(back)
  })

  test('by hand in part ends no style, and adds up to the cent', () => {
    for (let amountMinor = 0; amountMinor < TOTAL_MINOR - ORDER.length; amountMinor++) {
      const back = backOf(byHand(PAID, amountMinor))
      expect(back.reduce((sum, part) => sum + part, 0)).toBe(amountMinor)
      expect(back.every((part, index) => part < (ORDER[index]?.amountMinor ?? 0))).toBe(true)
    }
  })

  test('by hand stays where it was when the rest of a style goes back', () => {
    for (let amountMinor = 0; amountMinor < TOTAL_MINOR; amountMinor += 7) {
      let outcome = byHand(PAID, amountMinor)
      for (const [index, { id, amountMinor: price }] of ORDER.entries()) {
        const before = backOf(outcome)
        outcome = withRefund(outcome, id, price - (before[index] ?? 0))
        expect(backOf(outcome)).toEqual(before.with(index, price))
      }
      expect(outcome.refundedAmountMinor).toBe(TOTAL_MINOR)
    }
  })

  test('comes back for the style whose refund failed alone', () => {
    const refunds = [
      { paymentId: 'second', amountMinor: 99, hasFailed: true },
      { paymentId: 'third', amountMinor: 199, hasFailed: false },
    ]
    const outcome = { ...PAID, refundedAmountMinor: 199, hasFailedRefund: true, refunds }
    expect(divideOutcome(outcome, ORDER)).toMatchObject([
      { refundedAmountMinor: 0, hasFailedRefund: false },
      { refundedAmountMinor: 0, hasFailedRefund: true },
      { refundedAmountMinor: 199, hasFailedRefund: false },
    ])
  })
})

describe('what a bank took of an order', () => {
  const lostOf = (outcome: PaymentOutcome, order = ORDER) =>
    divideOutcome(outcome, order).map(({ dispute, lostAmountMinor }) => [dispute, lostAmountMinor])

  test('is of every style', () => {
    expect(lostOf({ ...PAID, dispute: 'lost', lostAmountMinor: TOTAL_MINOR })).toEqual([
      ['lost', 900],
      ['lost', 99],
      ['lost', 199],
    ])
  })

  test('is none of what went back before', () => {
    const outcome = withRefund(PAID, 'second', 99)
    expect(lostOf({ ...outcome, dispute: 'lost', lostAmountMinor: TOTAL_MINOR - 99 })).toEqual([
      ['lost', 900],
      ['lost', 0],
      ['lost', 199],
    ])
  })

  test('is none of a style that a code paid for', () => {
    const order = [{ id: 'seat', amountMinor: 0 }, ...ORDER.slice(1)]
    const outcome: PaymentOutcome = { ...PAID, dispute: 'open' }
    expect(divideOutcome(outcome, order).map(({ dispute }) => dispute)).toEqual(['none', 'open', 'open'])
  })
})
