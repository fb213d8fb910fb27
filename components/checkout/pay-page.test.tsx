import { beforeEach, expect, jest, test } from '@jest/globals'
import { act, render, screen } from '@testing-library/react'
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
const noteForm = jest.fn()
const createEmbeddedCheckoutPage = jest.fn((_options: { clientSecret: string }) => Promise.resolve(form))
const loadStripe = jest.fn((_key: string): Promise<object> => Promise.resolve({ createEmbeddedCheckoutPage }))
jest.unstable_mockModule('@stripe/stripe-js/pure', () => ({ loadStripe }))
jest.unstable_mockModule('#lib/checkout/checkout-config.ts', () => ({
  loadCheckoutConfig: () => Promise.resolve({ stripePublishableKey: 'pk_test_1' }),
  noteForm,
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
  noteForm.mockClear()
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

test("the provider's form opens for this payment, shows the purchase, and is removed with the page", async () => {
  const { unmount } = show()
  expect(await screen.findByText('card number')).not.toBeNull()
  expect(loadStripe).toHaveBeenCalledWith('pk_test_1')
  expect(createEmbeddedCheckoutPage).toHaveBeenCalledWith({ clientSecret: 'cs_1_secret' })
  expect(await screen.findByText(/^Library, 10 headshots for €9\. You can pay until 10:31/)).not.toBeNull()
  expect(screen.getByRole('link', { name: 'Cancel the order' }).getAttribute('href')).toBe(
    `/en/checkout/complete?payment=${receipt.paymentId}&canceled=1`,
  )
  unmount()
  expect(form.destroy).toHaveBeenCalledTimes(1)
})

const refused = (code: ConstructorParameters<typeof CallError>[0]) => () => {
  throw new CallError(code)
}

test('an order that has ended says so, and leads back to the styles', async () => {
  resume = refused('payment_ended')
  show()
  expect(await screen.findByText('This order is no longer open. Choose the style again.')).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/en/persons/${receipt.personId}#styles`,
  ])
})

test('an unknown order, or another user’s, is not found', async () => {
  resume = refused('payment_not_found')
  show()
  expect(
    await screen.findByRole('heading', { level: 1, name: messages.checkout.missing.title }),
  ).not.toBeNull()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/en/persons')
})

test('a backend that does not answer is asked again', async () => {
  const whole = resume
  resume = refused('internal')
  show()
  await screen.findByRole('alert')
  resume = whole
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('card number')).not.toBeNull()
})

test("a blocked script is explained with its likely causes, and the next order uses the provider's page", async () => {
  loadStripe.mockRejectedValueOnce(new Error('Failed to load Stripe.js'))
  show()
  expect(await screen.findByText(/Allow js\.stripe\.com and try again/)).not.toBeNull()
  expect(screen.queryByText(/on our side/)).toBeNull()
  expect(noteForm.mock.calls).toEqual([[false]])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('card number')).not.toBeNull()
  expect(noteForm.mock.calls).toEqual([[false], [true]])
})

test('a script that neither comes nor fails is not waited for without end', async () => {
  jest.useFakeTimers()
  try {
    loadStripe.mockReturnValueOnce(new Promise(() => undefined))
    show()
    await act(() => jest.advanceTimersByTimeAsync(1_000))
    expect(screen.getByRole('status').textContent).toBe('The payment form is being loaded.')
    await act(() => jest.advanceTimersByTimeAsync(30_000))
    expect(screen.getByText(/Allow js\.stripe\.com/)).not.toBeNull()
  } finally {
    jest.useRealTimers()
  }
})
