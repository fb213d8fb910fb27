import { beforeEach, expect, jest, test } from '@jest/globals'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { SWRConfig, useSWRConfig } from 'swr'
import type { Receipt } from '#contract/payments.ts'
import { receipt } from '#components/checkout/receipt.fixture.ts'
import { person } from '#components/persons/person.fixture.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { CallError } from '#lib/api/call-error.ts'
import messages from '#messages/en.json' with { type: 'json' }

let payments: Receipt[]
const answers: Record<string, () => object> = { getPayments: () => ({ payments }) }
const call = jest.fn((name: string, _input: object, _options?: object) =>
  Promise.resolve().then(() => answers[name]?.() ?? Promise.reject(new CallError('route_not_found'))),
)
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const goToPayment = jest.fn((_session: object, _locale: string) => 'leaving' as const)
jest.unstable_mockModule('./go-to-payment.ts', () => ({ goToPayment }))
const { OpenOrders } = await import('./open-orders.tsx')

const order: Receipt = {
  ...receipt,
  state: 'pending',
  personId: person.id,
  bundleId: null,
  paidAt: null,
  payableUntil: '2030-01-01T10:31:00.000Z',
}
const ended: Receipt = { ...order, state: 'expired', payableUntil: null }

// jsdom has the element but not its modal methods.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}

beforeEach(() => {
  payments = [order]
  call.mockClear()
})

const onBought = jest.fn(() => Promise.resolve())
function show() {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <OpenOrders personId={person.id} onBought={onBought} />
      </NextIntlClientProvider>
    </SWRConfig>,
  )
}

test('a pending order continues on its payment page', async () => {
  const session = { status: 'redirect', url: 'https://pay.example', ...order }
  answers.resumePayment = () => session
  show()
  expect(await screen.findByText('Not paid yet: Library')).not.toBeNull()
  expect(screen.getByText(/^Your order of 10 headshots for €9 can be paid until 10:31/)).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }))
  expect(goToPayment).toHaveBeenCalledWith(session, 'en')
})

test('a canceled order disappears, and says that it was not charged', async () => {
  answers.cancelPayment = () => {
    payments = [ended]
    return ended
  }
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the order' }))
  expect(await screen.findByText('The order was canceled. Nothing was charged.')).not.toBeNull()
  expect(screen.queryByText(/Not paid yet/)).toBeNull()
})

test('an order paid meanwhile is delivered, by either button', async () => {
  answers.cancelPayment = () => {
    payments = [{ ...order, state: 'paid', payableUntil: null }]
    return payments[0] ?? order
  }
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the order' }))
  expect(onBought).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('The order was canceled. Nothing was charged.')).toBeNull()
})

test('one that has ended since says so; a declined card is said', async () => {
  payments = [{ ...order, wasDeclined: true }]
  answers.resumePayment = () => {
    throw new CallError('payment_ended')
  }
  show()
  expect(await screen.findByText('The bank declined the last card.')).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }))
  expect(await screen.findByText('This order is no longer open. Choose the style again.')).not.toBeNull()
})

test('one that a bank is at is said to be, and there is nothing to press', async () => {
  payments = [{ ...order, state: 'processing', payableUntil: null }]
  show()
  expect(await screen.findByText('Your bank is processing the payment: Library')).not.toBeNull()
  expect(screen.getByText(/^Your order of 10 headshots for €9 is paid as soon as your bank/)).not.toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('orders of other persons, and ended ones, are not shown', async () => {
  payments = [ended, { ...order, personId: order.paymentId }]
  show()
  await screen.findAllByRole('status')
  expect(call).toHaveBeenCalledWith('getPayments', {}, {})
  expect(screen.queryByText(/Not paid yet/)).toBeNull()
})

test('an order that is begun meanwhile appears once no dialog is open: nothing moves behind it', async () => {
  payments = []
  const again = { now: () => undefined as unknown }
  function AskAgain() {
    const { mutate } = useSWRConfig()
    again.now = () => mutate(() => true)
    return null
  }
  const tree = (isOpen: boolean) => (
    <SWRConfig value={{ provider: () => cache }}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <AskAgain />
        <OpenOrders personId={person.id} onBought={onBought} />
        <Dialog open={isOpen} onClose={() => undefined} title="Order" closeLabel="Close">
          Order
        </Dialog>
      </NextIntlClientProvider>
    </SWRConfig>
  )
  const cache = new Map()
  const { rerender } = render(tree(true))
  await waitFor(() => expect(call).toHaveBeenCalledTimes(1))
  payments = [order]
  await act(async () => {
    await again.now()
  })
  expect(call).toHaveBeenCalledTimes(2)
  expect(screen.queryByText('Not paid yet: Library')).toBeNull()
  rerender(tree(false))
  expect(await screen.findByText('Not paid yet: Library')).not.toBeNull()
})
