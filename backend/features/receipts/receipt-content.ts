import type { Locale } from '#contract/locales.ts'
import type { Seller as NamedSeller } from '#contract/seller.ts'
import { createWords, writeBill } from '#backend/features/mail/mail-service.ts'
import {
  shareOf,
  totalsOf,
  type OrderRows,
  type PaymentRow,
} from '#backend/features/payments/payments-service.ts'
import { sayMethod } from './payment-method.ts'

/** Who sells, as receipts say it. */
export interface Seller extends NamedSeller {
  name: string
  /** Of the VAT that prices include; null where none is stated. */
  taxPercent: number | null
}

/** Label and value. */
type Line = readonly [string, string]

/** The content of a receipt, independent of its form. */
export interface ReceiptContent {
  locale: Locale
  title: string
  number: string
  seller: readonly string[]
  customer: Line | undefined
  facts: readonly Line[]
  columns: Line
  /** The purchased items, and the discount. */
  items: readonly Line[]
  total: Line
  /** Small, below the total. */
  tax: readonly Line[]
  taxNote: string | undefined
  /** The refund, where there is one. */
  creditNote: { title: string; reference: string; lines: readonly Line[]; rest: Line | undefined } | undefined
  notes: readonly string[]
}

/** What the receipt of a paid order says, in a language. Names no person of the user's. */
export function writeReceipt(
  order: OrderRows,
  {
    number,
    paidAt,
    locale,
    seller,
    customerEmail,
    deliveredCount,
    siteUrl,
    now,
  }: {
    number: string
    paidAt: Date
    locale: Locale
    seller: Seller
    /** Undefined where there is none. */
    customerEmail: string | undefined
    /** The headshots that came; undefined while they are made, and once they were given back. */
    deliveredCount: number | undefined
    siteUrl: string
    now: Date
  },
): ReceiptContent {
  const words = createWords(locale, siteUrl)
  const { say, money, day } = words
  const [{ currency, orderReference, paidBy }] = order
  const { amountMinor, regularAmountMinor, creditAmount, promisedCount: promised } = totalsOf(order)
  const isPaidByCredits = creditAmount > 0
  const credits = say('receiptPdf.methods.credits', { count: creditAmount })
  const amountOf = (minor: number) => money(minor, currency)
  const method = isPaidByCredits
    ? credits
    : amountMinor === 0
      ? say('receiptPdf.methods.free')
      : sayMethod(paidBy, words)
  const discountMinor = isPaidByCredits ? 0 : regularAmountMinor - amountMinor
  const itemOf = (row: PaymentRow): Line => [
    writeBill({ ...row, locale }, siteUrl).item,
    isPaidByCredits
      ? say('receiptPdf.methods.credits', { count: row.creditAmount })
      : amountOf(row.regularAmountMinor),
  ]
  return {
    locale,
    title: say('receiptPdf.title'),
    number,
    seller: [
      seller.name,
      ...seller.addressLines,
      ...(seller.email === null ? [] : [seller.email]),
      ...(seller.taxId === null ? [] : [`${say('receiptPdf.taxId')} ${seller.taxId}`]),
    ],
    customer: customerEmail === undefined ? undefined : [say('receiptPdf.customer'), customerEmail],
    facts: [
      [say('receiptPdf.number'), number],
      [say('receiptPdf.order'), orderReference],
      [say('receiptPdf.date'), day(paidAt.toISOString())],
      [say('receiptPdf.method'), method],
      ...(deliveredCount === undefined
        ? []
        : [
            [
              say('receiptPdf.delivered'),
              say('receiptPdf.deliveredOf', { delivered: deliveredCount, promised }),
            ] as const,
          ]),
    ],
    columns: [say('receiptPdf.what'), say('receiptPdf.amount')],
    items: [
      ...order.map(itemOf),
      ...(discountMinor > 0 ? [[say('receiptPdf.discount'), amountOf(-discountMinor)] as const] : []),
    ],
    total: [say('receiptPdf.total'), isPaidByCredits ? credits : amountOf(amountMinor)],
    ...taxOf(amountMinor, seller, words, amountOf),
    creditNote: creditNoteOf(order, number, words, amountOf),
    notes: [
      ...(order.some(({ state }) => state === 'disputed') ? [say('receiptPdf.disputed')] : []),
      say('receiptPdf.page', { date: day(now.toISOString()) }),
    ],
  }
}

type Words = ReturnType<typeof createWords>
type AmountOf = (amountMinor: number) => string

function taxOf(
  amountMinor: number,
  { taxPercent }: Seller,
  { say, locale }: Words,
  amountOf: AmountOf,
): Pick<ReceiptContent, 'tax' | 'taxNote'> {
  if (amountMinor === 0) return { tax: [], taxNote: undefined }
  if (taxPercent === null) return { tax: [], taxNote: say('receiptPdf.taxIncluded') }
  const taxMinor = includedTaxMinor(amountMinor, taxPercent)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    taxPercent / 100,
  )
  const tax: Line[] = [
    [say('receiptPdf.net'), amountOf(amountMinor - taxMinor)],
    [say('receiptPdf.taxOf', { percent }), amountOf(taxMinor)],
  ]
  return { tax, taxNote: undefined }
}

/** The part of a gross amount that is tax, to the nearest minor unit. */
export function includedTaxMinor(amountMinor: number, taxPercent: number): number {
  return Math.round((amountMinor * taxPercent) / (100 + taxPercent))
}

function creditNoteOf(
  order: OrderRows,
  number: string,
  words: Words,
  amountOf: AmountOf,
): ReceiptContent['creditNote'] {
  const { say } = words
  const returned = order.filter(isReturned)
  if (returned.length === 0) return undefined
  const { amountMinor, creditAmount } = totalsOf(order)
  const goneMinor = returned.reduce(
    (sum, row) => sum + Math.max(row.refundDueAmountMinor, row.refundedAmountMinor),
    0,
  )
  return {
    title: say('receiptPdf.creditNote'),
    reference: say('receiptPdf.refundOf', { number }),
    lines: returned.flatMap((row): Line[] => [
      // Of an order of one style it goes without saying.
      ...(order.length > 1 ? [[say(`styles.${row.styleId}.name`), ''] as const] : []),
      ...returnLinesOf(row, words, amountOf),
    ]),
    rest: creditAmount > 0 ? undefined : [say('receiptPdf.rest'), amountOf(amountMinor - goneMinor)],
  }
}

/** Whether some of it went back, or is on its way. */
function isReturned(payment: PaymentRow): boolean {
  const { state, refundedAmountMinor } = payment
  return (
    state === 'refunded' ||
    state === 'refunding' ||
    refundedAmountMinor > 0 ||
    shareOf(payment).creditAmount > 0
  )
}

function returnLinesOf(payment: PaymentRow, { say, day }: Words, amountOf: AmountOf): Line[] {
  const { state, creditAmount, refundDueAmountMinor, refundedAmountMinor, refundedAt } = payment
  const { promisedCount: promised, missingCount: missing } = payment
  const date = day((refundedAt ?? payment.updatedAt).toISOString())
  const why: Line[] =
    missing > 0 && state !== 'refunded' ? [[say('receiptPdf.missing', { missing, promised }), '']] : []
  if (creditAmount > 0) {
    const isWhole = state === 'refunded' || state === 'refunding'
    const returned = say('receiptPdf.methods.credits', { count: shareOf(payment).creditAmount })
    return [
      ...why,
      isWhole
        ? [say('receiptPdf.refundedCredits', { date }), '']
        : [say('receiptPdf.returned', { date }), returned],
    ]
  }
  const openMinor = refundDueAmountMinor - refundedAmountMinor
  return [
    ...why,
    ...(refundedAmountMinor > 0
      ? [[say('receiptPdf.refunded', { date }), amountOf(-refundedAmountMinor)] as const]
      : []),
    ...(openMinor > 0 ? [[say('receiptPdf.refunding'), amountOf(-openMinor)] as const] : []),
  ]
}
