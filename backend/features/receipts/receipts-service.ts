import { and, eq } from 'drizzle-orm'
import { BRAND } from '#contract/brand.ts'
import { ProductError } from '#contract/errors.ts'
import type { Locale } from '#contract/locales.ts'
import { createWords } from '#backend/features/mail/mail-service.ts'
import {
  ensureReceiptNumber,
  findPayment,
  lockPayment,
  showReceiptNumber,
  type PaymentRow,
} from '#backend/features/payments/payments-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Identity } from '#backend/providers/identity/identity-port.ts'
import type { MailFile } from '#backend/providers/mail/mail-port.ts'
import { writeReceipt, type Seller } from './receipt-content.ts'
import { drawReceipt } from './receipt-page.ts'

export type { Seller } from './receipt-content.ts'

const { bundles } = tables

/** Receipts of purchases, drawn on request; their data is stored with the payment. */
export function createReceipts(deps: {
  database: Database
  identity: Pick<Identity, 'lookUp'>
  seller: Seller
  siteUrl: string
}) {
  const { database, identity, seller, siteUrl } = deps

  const issue = async (payment: PaymentRow, locale: Locale) => {
    const { paidAt, uid } = payment
    const number = showReceiptNumber(payment)
    if (paidAt === null || number === null) return undefined
    const customerEmail = uid === null ? undefined : (await identity.lookUp(uid))?.email
    const deliveredCount = await countDelivered(database.queries, payment)
    const now = new Date()
    const content = writeReceipt(
      { ...payment, paidAt },
      { number, locale, seller, customerEmail, deliveredCount, siteUrl, now },
    )
    return { number, pdf: drawReceipt(content, BRAND) }
  }

  return {
    /** @throws ProductError payment_not_found, receipt_not_issued; IdentityError unavailable */
    async pdf(uid: string, paymentId: string, locale: Locale): Promise<AsyncIterable<Uint8Array>> {
      const payment = await database.transaction(async (tx) => {
        const row = await lockPayment(tx, paymentId)
        if (row?.uid !== uid) throw new ProductError('payment_not_found')
        return ensureReceiptNumber(tx, row)
      })
      const receipt = await issue(payment, locale)
      if (!receipt) throw new ProductError('receipt_not_issued')
      return receipt.pdf
    },

    /** The same file for the mail about a purchase; undefined where it has none. */
    async fileForMail(paymentId: string, locale: Locale): Promise<MailFile | undefined> {
      const payment = await findPayment(database.queries, paymentId)
      const receipt = payment && (await issue(payment, locale))
      if (!receipt) return undefined
      const chunks: Uint8Array[] = []
      for await (const chunk of receipt.pdf) chunks.push(chunk)
      const name = createWords(locale, siteUrl).say('receiptPdf.fileName', { number: receipt.number })
      return { fileName: `${name}.pdf`, mediaType: 'application/pdf', bytes: Buffer.concat(chunks) }
    },
  }
}

/** The headshots that came of a purchase; undefined while they are made, and once they were given back. */
async function countDelivered(queries: Queries, { bundleId }: PaymentRow): Promise<number | undefined> {
  if (bundleId === null) return undefined
  const isReady = and(eq(bundles.id, bundleId), eq(bundles.state, 'ready'))
  const [bundle] = await queries.select({ count: bundles.generatedCount }).from(bundles).where(isReady)
  return bundle?.count
}
