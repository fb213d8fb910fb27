import { and, eq, inArray } from 'drizzle-orm'
import { BRAND } from '#contract/brand.ts'
import { ProductError } from '#contract/errors.ts'
import type { Locale } from '#contract/locales.ts'
import { createWords } from '#backend/features/mail/mail-service.ts'
import {
  ensureReceiptNumber,
  findPayment,
  leadOf,
  lockPayment,
  orderOf,
  showReceiptNumber,
  type OrderRows,
} from '#backend/features/payments/payments-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Identity } from '#backend/providers/identity/identity-port.ts'
import type { MailFile } from '#backend/providers/mail/mail-port.ts'
import { writeReceipt, type Seller } from './receipt-content.ts'
import { drawReceipt } from './receipt-page.ts'

export type { Seller } from './receipt-content.ts'

const { bundles } = tables

/** Receipts of orders, drawn on request; their data is stored with the payment. */
export function createReceipts(deps: {
  database: Database
  identity: Pick<Identity, 'lookUp'>
  seller: Seller
  siteUrl: string
}) {
  const { database, identity, seller, siteUrl } = deps

  const issue = async (order: OrderRows, locale: Locale) => {
    const [lead] = order
    const { paidAt, uid } = lead
    const number = showReceiptNumber(lead)
    if (paidAt === null || number === null) return undefined
    const customerEmail = uid === null ? undefined : (await identity.lookUp(uid))?.email
    const deliveredCount = await countDelivered(database.queries, order)
    const now = new Date()
    const content = writeReceipt(order, {
      number,
      paidAt,
      locale,
      seller,
      customerEmail,
      deliveredCount,
      siteUrl,
      now,
    })
    return { number, pdf: drawReceipt(content, BRAND) }
  }

  return {
    /** @throws ProductError payment_not_found, receipt_not_issued; IdentityError unavailable */
    async pdf(uid: string, paymentId: string, locale: Locale): Promise<AsyncIterable<Uint8Array>> {
      const order = await database.transaction(async (tx) => {
        const named = await findPayment(tx, paymentId)
        if (named?.uid !== uid) throw new ProductError('payment_not_found')
        const lead = await lockPayment(tx, leadOf(named))
        if (lead) await ensureReceiptNumber(tx, lead)
        return orderOf(tx, named)
      })
      const receipt = await issue(order, locale)
      if (!receipt) throw new ProductError('receipt_not_issued')
      return receipt.pdf
    },

    /** The same file for the mail about a purchase; undefined where it has none. */
    async fileForMail(paymentId: string, locale: Locale): Promise<MailFile | undefined> {
      const payment = await findPayment(database.queries, paymentId)
      const receipt = payment && (await issue(await orderOf(database.queries, payment), locale))
      if (!receipt) return undefined
      const chunks: Uint8Array[] = []
      for await (const chunk of receipt.pdf) chunks.push(chunk)
      const name = createWords(locale, siteUrl).say('receiptPdf.fileName', { number: receipt.number })
      return { fileName: `${name}.pdf`, mediaType: 'application/pdf', bytes: Buffer.concat(chunks) }
    },
  }
}

/** The headshots that came of an order; undefined while some are made, and once some were given back. */
async function countDelivered(queries: Queries, order: OrderRows): Promise<number | undefined> {
  const ids = order.flatMap(({ bundleId }) => bundleId ?? [])
  const isReady = and(inArray(bundles.id, ids), eq(bundles.state, 'ready'))
  const ready = await queries.select({ count: bundles.generatedCount }).from(bundles).where(isReady)
  if (ready.length < order.length) return undefined
  return ready.reduce((sum, { count }) => sum + count, 0)
}
