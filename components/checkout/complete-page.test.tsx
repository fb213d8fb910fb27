import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import type { Receipt } from '#contract/payments.ts'
import { CallError } from '#lib/api/call-error.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { receipt, receiptLine } from './receipt.fixture.ts'

let answers: Record<string, () => object>
const call = jest.fn((name: string, _input: object) =>
  Promise.resolve().then(() => answers[name]?.() ?? Promise.reject(new CallError('route_not_found'))),
)
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
// jsdom keeps no record of how a document was come to.
jest.unstable_mockModule('#lib/analytics/is-reload.ts', () => ({ isReload: () => false }))
const { CompletePage } = await import('./complete-page.tsx')
const { OpenOrders } = await import('#components/shop/open-orders.tsx')

const offersWith = (bundleId: string | null) => () => ({
  offers: [{ styleId: 'library', bundleId, sampleUrl: null }],
  areSamplesComing: false,
})
const answering = (change: Partial<Receipt>) => () => ({ ...receipt, ...change })

beforeEach(() => {
  answers = { getPossibleBundles: offersWith(null) }
  call.mockClear()
})
afterEach(() => {
  jest.useRealTimers()
})

/** Renders pages one after another with one cache, as navigation by links does. */
function walk() {
  const known = new Map()
  const at = (page: ReactNode) => (
    <SWRConfig value={{ provider: () => known }}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        {page}
      </NextIntlClientProvider>
    </SWRConfig>
  )
  const { rerender } = render(at(null))
  return (page: ReactNode) => rerender(at(page))
}
const complete = (isCanceled: boolean) => (
  <CompletePage paymentId={receipt.paymentId} isCanceled={isCanceled} />
)
const show = (isCanceled = false) => walk()(complete(isCanceled))
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const isUnpaid = { paidAt: null, bundleId: null } as const
const unfulfilled: Partial<Receipt> = {
  bundleId: null,
  refundDueAmountMinor: 900,
  lines: [{ ...receiptLine, refundDueAmountMinor: 900, isKept: false }],
  state: 'refunding',
  refundReason: 'unfulfilled',
}

test.each([
  [false, 'Your payment is being confirmed'],
  [true, 'One moment'],
])(
  'while the provider is asked, with the payment page left: %s, the heading is: %s',
  async (isCanceled, title) => {
    const never = new Promise<object>(() => undefined)
    answers.confirmPayment = () => never
    answers.cancelPayment = () => never
    show(isCanceled)
    expect((await heading(title)).textContent).toBe(title)
  },
)

test.each<[string, Partial<Receipt>, string, string]>([
  ['paid', {}, 'Paid. Your headshots are in progress.', `/en/persons/${receipt.personId}`],
  [
    'declined',
    { ...isUnpaid, state: 'expired', wasDeclined: true },
    'Your bank declined the payment',
    `/en/persons/${receipt.personId}#styles`,
  ],
  [
    'expired',
    { ...isUnpaid, state: 'expired' },
    'The payment page has expired',
    `/en/persons/${receipt.personId}#styles`,
  ],
  [
    'refunded',
    { ...unfulfilled, state: 'refunded', refundReason: 'guarantee' },
    'You get your money back',
    '',
  ],
  ['disputed', { state: 'disputed' }, 'Your bank is looking into this payment', ''],
  ['a person deleted since', { ...unfulfilled, personId: null }, 'You get your money back', '/en/persons'],
])('%s is said, with the way on', async (_what, change, title, href) => {
  answers.confirmPayment = answering(change)
  show()
  expect(await heading(title)).not.toBeNull()
  if (href !== '') expect(screen.getByRole('link').getAttribute('href')).toBe(href)
  expect(screen.getByText('ABCDE-12345')).not.toBeNull()
})

test('of an order of two styles the whole refund is said, and what each is retouched by', async () => {
  const price = { ...receipt.price, amountMinor: 99, regularAmountMinor: 99 }
  answers.confirmPayment = answering({
    ...unfulfilled,
    lines: [
      { ...receiptLine, cares: { glare: 'light', teeth: 'full' }, refundDueAmountMinor: 900, isKept: false },
      {
        ...receiptLine,
        styleId: 'knit',
        price,
        cares: { glare: 'light' },
        refundDueAmountMinor: 99,
        isKept: false,
      },
    ],
  })
  show()
  await heading('You get your money back')
  expect(screen.getByText(/€9\.99 goes back the way you paid/)).not.toBeNull()
  const bill = screen.getByLabelText(messages.checkout.bill.label).textContent
  expect(bill).toContain('Touch-ups: LibraryShine · Teeth')
  expect(bill).toContain('Touch-ups: KnitShine')
})

test('beside the payment its person is shown, or no picture', async () => {
  answers.confirmPayment = answering({})
  show()
  await heading('Paid. Your headshots are in progress.')
  expect(document.querySelector('img')).toBeNull()
})

test('who came back without paying has the payment ended', async () => {
  answers.cancelPayment = answering({ ...isUnpaid, state: 'expired' })
  show(true)
  expect(await heading('Nothing was charged')).not.toBeNull()
  expect(call.mock.calls.map(([name]) => name)).not.toContain('confirmPayment')
})

test('a canceled order is not shown for a moment on the page after it', async () => {
  const order = { ...receipt, ...isUnpaid, state: 'pending', payableUntil: '2030-01-01T10:31:00.000Z' }
  answers.getPayments = () => ({ payments: [order] })
  answers.cancelPayment = answering({ ...isUnpaid, state: 'expired' })
  const goTo = walk()
  const person = <OpenOrders personId={receipt.personId ?? ''} onBought={() => Promise.resolve()} />
  goTo(person)
  expect(await screen.findByText('Not paid yet: Library')).not.toBeNull()
  goTo(complete(true))
  await heading('Nothing was charged')
  goTo(person)
  expect(screen.queryByText('Not paid yet: Library')).toBeNull()
})

test('paid twice says which goes back; paid in vain says so too', async () => {
  answers.confirmPayment = answering(unfulfilled)
  answers.getPossibleBundles = offersWith(receipt.bundleId)
  show()
  expect(await heading('Paid twice, charged once')).not.toBeNull()
  expect(screen.getByText(/second payment of €9 is refunded/)).not.toBeNull()
})

test("another user's payment, and an unknown one, are not found", async () => {
  answers.confirmPayment = () => {
    throw new CallError('payment_not_found')
  }
  show()
  expect(await heading('This purchase was not found')).not.toBeNull()
})

test("a pending payment is polled for a while, and then by the customer's button", async () => {
  jest.useFakeTimers()
  answers.confirmPayment = answering({ ...isUnpaid, state: 'pending' })
  show()
  expect(screen.getByRole('heading', { level: 1, name: 'Your payment is being confirmed' })).not.toBeNull()
  for (let question = 0; question < 15; question++) await act(() => jest.advanceTimersByTimeAsync(2_000))
  expect(screen.getByRole('heading', { level: 1, name: 'Not confirmed yet' })).not.toBeNull()
  answers.confirmPayment = answering({})
  jest.useRealTimers()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await heading('Paid. Your headshots are in progress.')).not.toBeNull()
})

test('a bank that takes its time is said to, and is asked about ever more rarely, until it has paid', async () => {
  jest.useFakeTimers()
  answers.confirmPayment = answering({ ...isUnpaid, state: 'processing' })
  show()
  await act(() => jest.advanceTimersByTimeAsync(0))
  const asked = () => call.mock.calls.filter(([name]) => name === 'confirmPayment').length
  expect(
    screen.getByRole('heading', { level: 1, name: 'Your bank is processing the payment' }),
  ).not.toBeNull()
  expect(screen.getByText(/You need not pay again/)).not.toBeNull()
  await act(() => jest.advanceTimersByTimeAsync(3_600_000))
  expect(asked()).toBeLessThan(25)
  answers.confirmPayment = answering({})
  await act(() => jest.advanceTimersByTimeAsync(300_000))
  expect(
    screen.getByRole('heading', { level: 1, name: 'Paid. Your headshots are in progress.' }),
  ).not.toBeNull()
})

test('without a network nothing is lost, and it is asked again as soon as there is one', async () => {
  answers.confirmPayment = () => {
    throw new CallError('network')
  }
  show()
  expect(await heading('We could not check your payment')).not.toBeNull()
  answers.confirmPayment = answering({})
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await heading('Paid. Your headshots are in progress.')).not.toBeNull()
})

test('while the service is unavailable the page polls until it answers, without a click', async () => {
  jest.useFakeTimers()
  answers.confirmPayment = () => {
    throw new CallError('unavailable')
  }
  show()
  await act(() => jest.advanceTimersByTimeAsync(90_000))
  expect(screen.getByRole('heading', { level: 1, name: 'We could not check your payment' })).not.toBeNull()
  expect(screen.getByRole('status').textContent).toContain(messages.ui.away)
  answers.confirmPayment = answering({})
  await act(() => jest.advanceTimersByTimeAsync(10_000))
  expect(
    screen.getByRole('heading', { level: 1, name: 'Paid. Your headshots are in progress.' }),
  ).not.toBeNull()
})

test('a paid order is tracked once, and the buyer is asked where they heard of the product', async () => {
  answers.confirmPayment = answering({})
  answers.getProfile = () => ({ isAcquisitionAsked: false })
  answers.reportCustomerInteraction = () => ({ recorded: true })
  show()
  await screen.findByText(messages.acquisition.title)
  const told = call.mock.calls.filter(([name]) => name === 'reportCustomerInteraction')
  expect(told).toEqual([
    ['reportCustomerInteraction', { body: { event: 'significantConversionStep3', platform: 'website' } }],
  ])
})
