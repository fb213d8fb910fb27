import { describe } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import {
  purchaseRefusalOf,
  refusalOf,
  type DiscountedPurchase,
  type DiscountTerms,
  type DiscountUses,
} from './discount-rules.ts'

const NOW = new Date('2026-05-01T12:00:00Z')
const TERMS: DiscountTerms = {
  amountMinor: null,
  minimumAmountMinor: 0,
  isFirstBundleOnly: false,
  usesMax: null,
  usesPerUserMax: null,
  expiresAt: null,
  disabledAt: null,
}
const UNUSED: DiscountUses = { count: 0, ownConsumedCount: 0, ownReservedCount: 0 }

describe('whether a code is valid for a user', () => {
  testEach<[string, Partial<DiscountTerms>, Partial<DiscountUses>, string | undefined]>([
    ['without conditions', {}, { count: 1_000_000, ownConsumedCount: 5 }, undefined],
    ['until its end', { expiresAt: new Date(NOW.getTime() + 1) }, {}, undefined],
    ['at its end', { expiresAt: NOW }, {}, 'discount_expired'],
    ['withdrawn', { disabledAt: NOW }, {}, 'discount_expired'],
    ['with a use left', { usesMax: 3 }, { count: 2 }, undefined],
    ['with none left', { usesMax: 3 }, { count: 3 }, 'discount_used_up'],
    ['with none ever', { usesMax: 0 }, {}, 'discount_used_up'],
    [
      'the last of which one holds oneself',
      { usesMax: 1 },
      { count: 1, ownReservedCount: 1 },
      'discount_reserved',
    ],
    ['the last of which one has used', { usesMax: 1 }, { count: 1, ownConsumedCount: 1 }, 'discount_used_up'],
    ['once each, used', { usesPerUserMax: 1 }, { count: 1, ownConsumedCount: 1 }, 'discount_used_by_you'],
    ['once each, held', { usesPerUserMax: 1 }, { count: 1, ownReservedCount: 1 }, 'discount_reserved'],
    ['once each, used by others', { usesPerUserMax: 1 }, { count: 9 }, undefined],
    [
      'twice each, one used and one held',
      { usesPerUserMax: 2 },
      { count: 2, ownConsumedCount: 1, ownReservedCount: 1 },
      'discount_reserved',
    ],
    [
      'once each, used, and none left for anybody',
      { usesPerUserMax: 1, usesMax: 1 },
      { count: 1, ownConsumedCount: 1 },
      'discount_used_by_you',
    ],
  ])('%s', (_name, terms, uses, refusal) => {
    expect(refusalOf({ ...TERMS, ...terms }, { ...UNUSED, ...uses }, NOW)).toBe(refusal)
  })
})

describe('whether a code is valid for a purchase', () => {
  const first = { includesTraining: true, regularAmountMinor: 900 }
  const further = { includesTraining: false, regularAmountMinor: 199 }
  const PURCHASE: DiscountedPurchase = { lines: [first], currency: 'EUR' }
  testEach<[string, Partial<DiscountTerms>, Partial<DiscountedPurchase>, string | undefined]>([
    ['without conditions', {}, { currency: 'USD', lines: [further] }, undefined],
    ['of the least price', { minimumAmountMinor: 900 }, {}, undefined],
    ['below it', { minimumAmountMinor: 901 }, {}, 'discount_below_minimum'],
    ['in euros', { amountMinor: 100 }, {}, undefined],
    ['in dollars', { amountMinor: 100 }, { currency: 'USD' }, 'discount_other_currency'],
    ['of a first bundle', { isFirstBundleOnly: true }, {}, undefined],
    ['of a further one', { isFirstBundleOnly: true }, { lines: [further] }, 'discount_first_bundle_only'],
    ['of a first and a further one', { isFirstBundleOnly: true }, { lines: [first, further] }, undefined],
    [
      'of two that are the least price together',
      { minimumAmountMinor: 1099 },
      { lines: [first, further] },
      undefined,
    ],
  ])('%s', (_name, terms, purchase, refusal) => {
    expect(purchaseRefusalOf({ ...TERMS, ...terms }, { ...PURCHASE, ...purchase })).toBe(refusal)
  })
})
