import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { showReceiptNumber } from '#backend/features/payments/payments-service.ts'
import { issue, paid, seller } from './receipt-content.fixture.ts'
import { includedTaxMinor, writeReceipt } from './receipt-content.ts'

const amounts = (lines: readonly (readonly [string, string])[]) =>
  lines.map((line) => line.map((text) => text.replaceAll('\u00a0', ' ')))

describe('the content of a receipt', () => {
  test("included tax is stated with the seller's rate, or as included where there is none", () => {
    expect(writeReceipt([paid], issue)).toMatchObject({
      tax: [],
      taxNote: expect.stringContaining('enthalten'),
    })
    const { tax, taxNote, total } = writeReceipt([paid], { ...issue, seller: { ...seller, taxPercent: 8.1 } })
    expect(amounts(tax)).toEqual([
      ['Nettobetrag', '8,33 €'],
      ['darin 8,1 % USt.', '0,67 €'],
    ])
    expect(taxNote).toBeUndefined()
    expect(amounts([total])).toEqual([['Bezahlter Gesamtbetrag', '9,00 €']])
  })

  test('number and date are of one clock, also in the night of the year', () => {
    const payment = { ...paid, paidAt: new Date('2026-12-31T23:30:00Z') }
    expect(showReceiptNumber(payment)).toBe('2027-000007')
    expect(writeReceipt([payment], { ...issue, paidAt: payment.paidAt }).facts.flat()).toContain(
      '1. Januar 2027',
    )
  })

  test('a discount is taken off the regular price', () => {
    const { items, total } = writeReceipt([{ ...paid, amountMinor: 450 }], issue)
    expect(amounts([...items, total]).map(([, amount]) => amount)).toEqual(['9,00 €', '-4,50 €', '4,50 €'])
  })

  testEach([
    ['nothing went back', {}, undefined],
    [
      'all of it went back',
      { state: 'refunded', refundDueAmountMinor: 900, refundedAmountMinor: 900 },
      ['-9,00 €', '0,00 €'],
    ],
    ['it is on its way', { state: 'refunding', refundDueAmountMinor: 900 }, ['-9,00 €', '0,00 €']],
    [
      'a part went back',
      { state: 'paid', refundDueAmountMinor: 300, refundedAmountMinor: 300 },
      ['-3,00 €', '6,00 €'],
    ],
    [
      'a part of what is due went back',
      { state: 'refunding', refundDueAmountMinor: 900, refundedAmountMinor: 300 },
      ['-3,00 €', '-6,00 €', '0,00 €'],
    ],
  ] as const)('%s', (_name, standing, wanted) => {
    const { creditNote } = writeReceipt([{ ...paid, ...standing }], issue)
    const lines = creditNote && [...creditNote.lines, ...(creditNote.rest ? [creditNote.rest] : [])]
    expect(lines && amounts(lines).map(([, amount]) => amount)).toEqual(wanted)
  })

  test('missing headshots are named beside their share', () => {
    const short = {
      missingCount: 2,
      state: 'paid',
      refundDueAmountMinor: 180,
      refundedAmountMinor: 180,
    } as const
    const { items, creditNote } = writeReceipt([{ ...paid, ...short }], issue)
    expect(items[0]?.[0]).toMatch(/^10 Porträts /)
    expect(amounts(creditNote?.lines ?? [])).toEqual([
      ['Fehlende Porträts: 2 von 10', ''],
      [expect.stringContaining('Erstattet'), '-1,80 €'],
    ])
    const byCredits = {
      ...paid,
      missingCount: 2,
      creditAmount: 10,
      amountMinor: 0,
      provider: 'credits',
    } as const
    expect(writeReceipt([byCredits], issue).creditNote?.lines[1]?.[1]).toBe('2 Guthabenpunkte')
  })

  testEach([
    ['card/visa', 'Karte (Visa)'],
    ['card/unheard_of', 'Karte'],
    ['apple_pay/amex', 'Apple Pay (American Express)'],
    ['sepa_debit', 'SEPA-Lastschrift'],
    ['customer_balance', 'Überweisung'],
    ['klarna', 'Klarna'],
    ['unheard_of', 'Karte oder anderer Zahlart der Bezahlseite'],
    [null, 'Karte oder anderer Zahlart der Bezahlseite'],
  ] as const)('what was paid by %s was paid by „%s“', (paidBy, said) => {
    expect(writeReceipt([{ ...paid, paidBy }], issue).facts).toContainEqual(['Bezahlt mit', said])
  })

  testEach([
    [10, [['Gelieferte Porträts', '10 von 10']]],
    [8, [['Gelieferte Porträts', '8 von 10']]],
    [undefined, []],
  ] as const)('%s headshots that came are named', (deliveredCount, lines) => {
    const { facts } = writeReceipt([paid], { ...issue, deliveredCount })
    expect(facts.filter(([label]) => label === 'Gelieferte Porträts')).toEqual(lines)
  })

  test('credits are counted, not priced', () => {
    const byCredits = { ...paid, creditAmount: 10, amountMinor: 0, provider: 'credits' } as const
    const { items, total, tax, taxNote } = writeReceipt([byCredits], issue)
    expect([...items, total].map(([, amount]) => amount)).toEqual(['10 Guthabenpunkte', '10 Guthabenpunkte'])
    expect({ tax, taxNote }).toEqual({ tax: [], taxNote: undefined })
    const { creditNote } = writeReceipt([{ ...byCredits, state: 'refunded', refundedAt: issue.now }], issue)
    expect(creditNote?.lines).toEqual([
      ['Das Guthaben wurde am 22. November 2026 wieder gutgeschrieben.', ''],
    ])
  })
})

testEach([
  [900, 8.1, 67],
  [900, 19, 144],
  [99, 22, 18],
  [0, 19, 0],
])('of %i at %d percent, %i is tax', (amountMinor, percent, tax) => {
  expect(includedTaxMinor(amountMinor, percent)).toBe(tax)
})
