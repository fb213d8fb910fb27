import { beforeEach, expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import type { DiscountValidation } from '#contract/discounts.ts'
import type { Currency } from '#contract/money.ts'
import { CallError } from '#lib/api/call-error.ts'
import messages from '#messages/en.json' with { type: 'json' }

let answer: () => Promise<DiscountValidation>
const call = jest.fn((_name: string, _input: object) => answer())
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const { DiscountField } = await import('./discount-field.tsx')
const { browserDiscount } = await import('#lib/discount/browser-discount.ts')

const good: DiscountValidation = {
  isValid: true,
  id: 'x',
  amount: 20,
  type: 'percentage',
  isFirstBundleOnly: false,
  message: null,
}
const bad = (message: string | null): DiscountValidation => ({
  isValid: false,
  id: null,
  amount: 0,
  type: 'percentage',
  isFirstBundleOnly: false,
  message,
})

beforeEach(() => {
  call.mockClear()
  browserDiscount().clear()
  browserDiscount().setAuth('signed_in')
  answer = () => Promise.resolve(good)
})

function show(currency: Currency = 'EUR') {
  const price = { amountMinor: 900, regularAmountMinor: 900, currency }
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <DiscountField price={price} />
    </NextIntlClientProvider>,
  )
}
const openField = () => userEvent.click(screen.getByRole('button', { name: 'Use a discount code' }))
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Discount code' })
const enter = async (code: string) => {
  if (code !== '') await userEvent.type(field(), code)
  await userEvent.click(screen.getByRole('button', { name: 'Check code' }))
}

test.each(['', '   '])('blank (%j) is refused without a call', async (code) => {
  show()
  await openField()
  await enter(code)
  expect(screen.getByText('Please enter a code.')).not.toBeNull()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(call).not.toHaveBeenCalled()
})

test('a code is checked, is good, and is taken away at any time', async () => {
  let resolve: (answer: DiscountValidation) => void = () => undefined
  answer = () => new Promise((done) => (resolve = done))
  show()
  await openField()
  await enter('summer20')
  expect(call).toHaveBeenCalledWith('validateDiscount', { params: { code: 'summer20' } })
  expect(screen.getByText('The code is being checked.')).not.toBeNull()
  expect(field().value).toBe('summer20')
  resolve(good)
  expect(await screen.findByText('Code summer20: 20% off')).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove code' }))
  expect(screen.queryByText(/20% off/)).toBeNull()
  expect(browserDiscount().getState()).toEqual({ pending: null, discount: null })
})

test('a refused code is taken away, with its message', async () => {
  answer = () => Promise.resolve(bad('This discount code has expired.'))
  show()
  await openField()
  await enter('spring')
  expect(await screen.findByText('This discount code has expired.')).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove code' }))
  expect(screen.queryByText('This discount code has expired.')).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(browserDiscount().getState()).toEqual({ pending: null, discount: null })
})

test.each([
  [
    'the backend says why',
    () => Promise.resolve(bad('This discount code has expired.')),
    'This discount code has expired.',
  ],
  ['it says nothing', () => Promise.resolve(bad(null)), 'Invalid discount code'],
  [
    'it answers with another status',
    () => Promise.reject(new CallError('rate_limited')),
    'Invalid discount code',
  ],
])('a code that is not good: %s', async (_how, answered, sentence) => {
  answer = answered
  show()
  await openField()
  await enter('winter')
  expect(await screen.findByText(sentence)).not.toBeNull()
  expect(field().value).toBe('winter')
  await userEvent.type(field(), 'x')
  expect(screen.queryByText(sentence)).toBeNull()
})

test('a code in euros does not reduce a price in dollars, and says so', async () => {
  answer = () => Promise.resolve({ ...good, amount: 5, type: 'euro' })
  browserDiscount().enter('FIVE')
  show('USD')
  expect(await screen.findByText('Code FIVE takes nothing off a price in US dollars.')).not.toBeNull()
})

test('signed out, a code waits; a used code is no longer offered', () => {
  browserDiscount().setAuth('loading')
  browserDiscount().enter('SUMMER')
  show()
  expect(call).not.toHaveBeenCalled()
  expect(field().value).toBe('SUMMER')
})
