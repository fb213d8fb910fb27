import { expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { SWRConfig } from 'swr'
import type { Receipt } from '#contract/payments.ts'
import { receipt, receiptLine } from '#components/checkout/receipt.fixture.ts'
import messages from '#messages/en.json' with { type: 'json' }

let shown: Partial<Receipt>[] = []
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({
  browserClient: () => ({
    call: () => Promise.resolve({ payments: shown.map((each) => ({ ...receipt, ...each })) }),
  }),
}))
const { ReceiptsSection } = await import('./receipts-section.tsx')

function open(...receipts: Partial<Receipt>[]): void {
  shown = receipts
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <ReceiptsSection />
      </NextIntlClientProvider>
    </SWRConfig>,
  )
}

const backAt = '2030-01-03T10:00:00.000Z'

test.each<[string, Partial<Receipt>, string, string | null]>([
  ['paid', {}, 'Paid', null],
  [
    'paid, and to be given back',
    { refundableUntil: '2030-01-15T10:05:00.000Z' },
    'Paid',
    'Refund possible until January 15, 2030',
  ],
  [
    'on its way back',
    { state: 'refunding', refundDueAmountMinor: 900 },
    'Refund in progress',
    '€9 is on its way back to you. Your bank may need a few days.',
  ],
  [
    'a part of it on its way back',
    { state: 'refunding', refundDueAmountMinor: 900, refundedAmountMinor: 300, refundedAt: backAt },
    'Refund in progress',
    '€6 is on its way back to you. Your bank may need a few days.',
  ],
  [
    'given back',
    { state: 'refunded', refundDueAmountMinor: 900, refundedAmountMinor: 900, refundedAt: backAt },
    'Refunded',
    '€9 refunded on January 3, 2030',
  ],
  [
    'the share of what came out short',
    { missingCount: 2, refundDueAmountMinor: 180, refundedAmountMinor: 180, refundedAt: backAt },
    'Partly refunded',
    'Missing headshots: 2 of 10. €1.80 refunded on January 3, 2030',
  ],
  [
    'its share in credits',
    { creditAmount: 10, missingCount: 2, returnedCreditAmount: 2 },
    'Partly refunded',
    'Missing headshots: 2 of 10. Returned: 2 credits.',
  ],
  [
    'given back in part',
    { refundDueAmountMinor: 300, refundedAmountMinor: 300, refundedAt: backAt },
    'Partly refunded',
    '€3 refunded on January 3, 2030',
  ],
  [
    'held by a bank',
    { state: 'disputed' },
    'Held by the bank',
    'Your bank is looking into this payment. Until it has decided, these headshots stay locked. None of them is deleted.',
  ],
  ['credits on their way back', { state: 'refunding', creditAmount: 10 }, 'Refund in progress', null],
])('what is %s says how it stands, and what of the money', async (_name, status, badge, sentence) => {
  open(status)
  const row = await screen.findByRole('listitem')
  expect(screen.getByText(badge)).not.toBeNull()
  if (sentence === null) expect(row.textContent).not.toMatch(/refunded on|on its way/)
  else expect(screen.getByText(sentence)).not.toBeNull()
  expect(screen.getByRole('button', { name: 'PDF receipt for order ABCDE-12345' })).not.toBeNull()
})

test('an order of two styles is one row, with its whole amount and what becomes of each style', async () => {
  const price = (amountMinor: number) => ({ ...receipt.price, amountMinor, regularAmountMinor: amountMinor })
  const lineOf = (styleId: 'library' | 'studio-grey', amountMinor: number) => ({
    ...receiptLine,
    styleId,
    price: price(amountMinor),
  })
  const order = {
    lines: [lineOf('library', 900), lineOf('studio-grey', 99)],
    refundableUntil: '2030-01-15T10:05:00.000Z',
  } satisfies Partial<Receipt>
  const back = { state: 'refunded', refundDueAmountMinor: 99, refundedAmountMinor: 99 } as const
  const further = { styleId: 'studio-grey', price: price(99), includesTraining: false } as const
  open(order, {
    ...order,
    ...further,
    ...back,
    refundedAt: backAt,
    refundableUntil: null,
    paymentId: receipt.personId ?? '',
  })
  const row = await screen.findByRole('listitem')
  for (const words of [
    'Library and Studio Gray, with preparation',
    '€9.99',
    'Partly refunded',
    'Library, €9. Refund possible until January 15, 2030',
    'Studio Gray, €0.99. €0.99 refunded on January 3, 2030',
  ])
    expect(row.textContent).toContain(words)
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

test('an order of two styles that a bank holds says so once', async () => {
  const lines: Receipt['lines'] = [receiptLine, { ...receiptLine, styleId: 'knit' }]
  open(
    { state: 'disputed', lines },
    { state: 'disputed', lines, styleId: 'knit', paymentId: receipt.personId ?? '' },
  )
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toContain('Library, €9. Knit, €9. Your bank is looking into this payment.')
  expect(row.textContent.match(/Your bank/g)).toHaveLength(1)
})

test('one that a bank is at says so, and is not to be paid', async () => {
  open({ state: 'processing', paidAt: null })
  expect(await screen.findByText('With your bank')).not.toBeNull()
  expect(screen.queryByRole('link', { name: 'Continue to payment' })).toBeNull()
})

test.each(['created', 'pending', 'expired'] as const)('an order that is %s is no receipt', async (state) => {
  open({ state, paidAt: null, payableUntil: '2030-01-01T11:00:00.000Z' })
  expect(await screen.findByText(messages.account.receipts.empty.title)).not.toBeNull()
  expect(screen.queryByRole('listitem')).toBeNull()
})
