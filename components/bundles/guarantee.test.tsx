import { beforeEach, expect, jest, test } from '@jest/globals'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { SWRConfig } from 'swr'
import type { Receipt } from '#contract/payments.ts'
import { receipt } from '#components/checkout/receipt.fixture.ts'
import messages from '#messages/en.json' with { type: 'json' }

let payment: Receipt = receipt
const call = jest.fn((name: string) => Promise.resolve(name === 'getPayments' ? { payments: [payment] } : {}))
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({ browserClient: () => ({ call }) }))
const { Guarantee } = await import('./guarantee.tsx')

beforeEach(() => {
  call.mockClear()
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

async function openDialog(changes: Partial<Receipt>, onGivenBack = () => Promise.resolve()) {
  payment = { ...receipt, ...changes }
  const bundle = {
    id: receipt.bundleId ?? '',
    personId: receipt.personId ?? '',
    refundableUntil: '2030-01-15T10:05:00.000Z',
    headshots: [],
  }
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <Guarantee bundle={bundle} onGivenBack={onGivenBack} />
      </NextIntlClientProvider>
    </SWRConfig>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Get a refund' }))
}

test.each<[string, Partial<Receipt>, string]>([
  ['the whole price', {}, '€9'],
  ['what is left of it', { refundedAmountMinor: 180 }, '€7.20'],
  ['credits', { creditAmount: 10, returnedCreditAmount: 2 }, '8 credits'],
])('the dialog names what comes back: %s', async (_name, changes, amount) => {
  await openDialog(changes)
  expect(await screen.findByText(`You get ${amount} back.`)).not.toBeNull()
  expect(screen.getByRole('button', { name: `Delete and get ${amount} back` })).not.toBeNull()
})

test('after the refund, purchase and bundle are read again before the dialog closes', async () => {
  const onGivenBack = jest.fn(() => Promise.resolve())
  await openDialog({}, onGivenBack)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete and get €9 back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(onGivenBack).toHaveBeenCalledTimes(1)
  expect(call.mock.calls.map(([name]) => name)).toEqual(['getPayments', 'refundBundle', 'getPayments'])
})
