import { beforeEach, test } from 'node:test'
import { expect } from 'expect'
import type { DiscountValidation } from '#contract/discounts.ts'
import { CallError } from '#lib/api/call-error.ts'
import { itemInMemory } from '#lib/browser/local-storage-item.fixture.ts'
import { testEach } from '#tests/support/each.ts'
import { createDiscountStore } from './discount-store.ts'
import { DEFAULT_DISCOUNT_ERROR } from './discount.ts'
import { discountCodeIn } from './pending-code.ts'

const GOOD: DiscountValidation = {
  isValid: true,
  id: 'id',
  amount: 20,
  type: 'percentage',
  isFirstBundleOnly: false,
  message: null,
}
let asked: string[]
let answer: (code: string) => Promise<DiscountValidation>
let pending: ReturnType<typeof itemInMemory>
let stored: typeof pending
beforeEach(() => {
  asked = []
  answer = () => Promise.resolve(GOOD)
  pending = itemInMemory()
  stored = itemInMemory()
})
const open = () =>
  createDiscountStore({
    pending,
    stored,
    validate: (code) => {
      asked.push(code)
      return answer(code)
    },
  })
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a code waits for the sign-in, over pages, and is validated once', async () => {
  open().enter('SUMMER')
  expect(pending.text).toBe('SUMMER')
  const page = open()
  page.setAuth('loading')
  page.setAuth('signed_out')
  expect(asked).toEqual([])
  page.setAuth('signed_in')
  page.setAuth('signed_in')
  await settled()
  expect(asked).toEqual(['SUMMER'])
  expect(pending.text).toBeNull()
  expect(page.getState().discount).toMatchObject({ code: 'SUMMER', isValid: true, isApplied: false })
  expect(open().getState().discount).toMatchObject({ code: 'SUMMER', isValid: true })
})

test('a used code is there until the page is left', async () => {
  const page = open()
  page.setAuth('signed_in')
  page.enter('SUMMER')
  await settled()
  page.markApplied()
  expect(page.getState().discount?.isApplied).toBe(true)
  expect(open().getState()).toEqual({ pending: null, discount: null })
  expect(stored.text).toBeNull()
})

test('of two codes typed one after the other the last counts, whichever is answered first', async () => {
  const answers = new Map<string, (answer: DiscountValidation) => void>()
  answer = (code) => new Promise((resolve) => answers.set(code, resolve))
  const page = open()
  page.setAuth('signed_in')
  page.enter('SUMMER')
  page.enter('WINTER')
  answers.get('WINTER')?.({ ...GOOD, id: 'winter' })
  await settled()
  answers.get('SUMMER')?.(GOOD)
  await settled()
  expect(asked).toEqual(['SUMMER', 'WINTER'])
  expect(page.getState().discount).toMatchObject({ code: 'WINTER', id: 'winter' })
})

test('another status is a refusal; no answer is none', async () => {
  const page = open()
  page.setAuth('signed_in')
  answer = () => Promise.reject(new CallError('network'))
  page.enter('SUMMER')
  await settled()
  expect(page.getState()).toEqual({ pending: 'SUMMER', discount: null })
  answer = () => Promise.reject(new CallError('rate_limited'))
  page.setAuth('signed_in')
  await settled()
  expect(page.getState().discount).toMatchObject({ isValid: false, error: DEFAULT_DISCOUNT_ERROR })
})

testEach(['nonsense', '{}', '[]', '{"code":1}'])('a stored value that is no code is ignored: %s', (text) => {
  stored.text = text
  expect(open().getState().discount).toBeNull()
})

testEach([
  ['?discount=SUMMER', 'SUMMER'],
  ['?coupon=10%20off', '10 off'],
  ['?discount=%20&coupon=SUMMER', 'SUMMER'],
  ['?discount=A&coupon=B', 'A'],
  ['?discount=', undefined],
  ['?ref=abcdef', undefined],
  ['', undefined],
])('the query %j names %j', (search, code) => {
  expect(discountCodeIn(search)).toBe(code)
})
