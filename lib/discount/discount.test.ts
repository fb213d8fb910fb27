import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import {
  DEFAULT_DISCOUNT_ERROR,
  NO_DISCOUNT,
  codeToValidate,
  nextDiscount,
  usableDiscount,
  type DiscountEvent,
  type DiscountState,
  type StoredDiscount,
} from './discount.ts'

const VALID: StoredDiscount = {
  isFirstBundleOnly: false,
  code: 'SUMMER',
  id: 'id',
  amount: 20,
  type: 'percentage',
  isValid: true,
  isApplied: false,
  error: null,
}
const none = NO_DISCOUNT
const pending: DiscountState = { pending: 'SUMMER', discount: null }
const valid: DiscountState = { pending: null, discount: VALID }
const applied: DiscountState = { pending: null, discount: { ...VALID, isApplied: true } }
const refused = (error: string): DiscountState => ({
  pending: null,
  discount: { ...VALID, id: null, amount: 0, isValid: false, error },
})
const invalid = refused('Used up.')
const answer = (isValid: boolean, message: string | null = null): DiscountEvent => ({
  type: 'validated',
  code: 'SUMMER',
  answer: isValid
    ? { isValid, id: 'id', amount: 20, type: 'percentage', isFirstBundleOnly: false, message }
    : { isValid, id: null, amount: 0, type: 'percentage', isFirstBundleOnly: false, message },
})
const enter = (code: string): DiscountEvent => ({ type: 'entered', code })
const failed: DiscountEvent = { type: 'validation_failed', code: 'SUMMER' }

describe('a discount', () => {
  testEach<[string, DiscountState, DiscountEvent, DiscountState]>([
    ['a code is kept until it is validated', none, enter(' SUMMER '), pending],
    ['blank is no code', none, enter(' \t'), none],
    ['blank takes nothing away', valid, enter(''), valid],
    ['another code takes its place', valid, enter('WINTER'), { pending: 'WINTER', discount: null }],
    ['the same code again, as typed', valid, enter('sum-mer'), valid],
    ['one that was refused is tried again', invalid, enter('SUMMER'), pending],
    ['the answer is good', pending, answer(true), valid],
    ['the answer is a refusal with its sentence', pending, answer(false, 'Used up.'), invalid],
    ['a refusal without one', pending, answer(false), refused(DEFAULT_DISCOUNT_ERROR)],
    ['an unreadable answer', pending, failed, refused(DEFAULT_DISCOUNT_ERROR)],
    [
      'an answer to a code of before',
      { ...pending, pending: 'WINTER' },
      answer(true),
      { ...pending, pending: 'WINTER' },
    ],
    ['an answer after it was cleared', none, answer(true), none],
    ['a failure after it was cleared', none, failed, none],
    ['it is used for a purchase', valid, { type: 'applied' }, applied],
    ['one that is not good cannot be', invalid, { type: 'applied' }, invalid],
    ['one that is not validated cannot be', pending, { type: 'applied' }, pending],
    ['used once, it is gone with the next page', applied, { type: 'page_opened' }, none],
    ['good, it stays', valid, { type: 'page_opened' }, valid],
    ['refused, its sentence stays', invalid, { type: 'page_opened' }, invalid],
    ['pending, it stays', pending, { type: 'page_opened' }, pending],
    ['it is cleared', valid, { type: 'cleared' }, none],
    ['it is cleared while pending', pending, { type: 'cleared' }, none],
  ])('%s', (_name, state, event, after) => {
    expect(nextDiscount(state, event)).toEqual(after)
  })

  testEach([
    [none, undefined],
    [pending, undefined],
    [valid, VALID],
    [invalid, undefined],
    [applied, undefined],
  ])('of %j only a good one that is not used can be used', (state, usable) => {
    expect(usableDiscount(state)).toEqual(usable)
  })

  test('is validated only when a user is signed in', () => {
    expect(codeToValidate(pending, 'loading')).toBeUndefined()
    expect(codeToValidate(pending, 'signed_out')).toBeUndefined()
    expect(codeToValidate(pending, 'signed_in')).toBe('SUMMER')
    expect(codeToValidate(valid, 'signed_in')).toBeUndefined()
  })
})
