import { beforeEach, expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { SWRConfig } from 'swr'
import { CallError } from '#lib/api/call-error.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { receipt } from './receipt.fixture.ts'

const form = {
  mount: (frame: HTMLElement) => frame.append('card number'),
  destroy: jest.fn(),
}
const createEmbeddedCheckoutPage = jest.fn((_options: { clientSecret: string }) => Promise.resolve(form))
const loadStripe = jest.fn((_key: string) => Promise.resolve({ createEmbeddedCheckoutPage }))
jest.unstable_mockModule('@stripe/stripe-js/pure', () => ({ loadStripe }))
jest.unstable_mockModule('#lib/checkout/checkout-config.ts', () => ({
  loadCheckoutConfig: () => Promise.resolve({ stripePublishableKey: 'pk_test_1' }),
}))
let resume: () => object
const open = { ...receipt, state: 'pending', payableUntil: '2030-01-01T10:31:00.000Z' }
const call = jest.fn((name: string, _input: object) =>
  Promise.resolve().then(() => (name === 'resumePayment' ? resume() : { payments: [open] })),
)
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const { PayPage } = await import('./pay-page.tsx')

beforeEach(() => {
  form.destroy.mockClear()
  resume = () => ({
    status: 'embedded',
    paymentId: receipt.paymentId,
    clientSecret: 'cs_1_secret',
    expiresAt: '',
  })
})

function show() {
  return render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <PayPage paymentId={receipt.paymentId} />
      </NextIntlClientProvider>
    </SWRConfig>,
  )
}

test("the provider's form is opened for this payment, says what is paid, and goes with the page", async () => {
  const { unmount } = show()
  expect(await screen.findByText('card number')).not.toBeNull()
  expect(loadStripe).toHaveBeenCalledWith('pk_test_1')
  expect(createEmbeddedCheckoutPage).toHaveBeenCalledWith({ clientSecret: 'cs_1_secret' })
  expect(await screen.findByText(/^Library for €9\. You can pay until 10:31/)).not.toBeNull()
  expect(screen.getByRole('link', { name: 'Cancel the order' }).getAttribute('href')).toBe(
    `/en/checkout/complete?payment=${receipt.paymentId}&canceled=1`,
  )
  unmount()
  expect(form.destroy).toHaveBeenCalledTimes(1)
})

test('an order that has ended says so, and what cannot be loaded is tried again', async () => {
  resume = () => {
    throw new CallError('payment_ended')
  }
  show()
  expect(await screen.findByText('This order is no longer open. Choose the style again.')).not.toBeNull()
  resume = () => ({
    status: 'embedded',
    paymentId: receipt.paymentId,
    clientSecret: 'cs_2_secret',
    expiresAt: '',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('card number')).not.toBeNull()
})
