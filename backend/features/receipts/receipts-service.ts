import { eq } from 'drizzle-orm'
import { BRAND } from '#contract/brand.ts'
import { ProductError } from '#contract/errors.ts'
import type { Locale } from '#contract/locales.ts'
import {
  ensureReceiptNumber,
  lockPayment,
  showReceiptNumber,
} from '#backend/features/payments/payments-service.ts'
import { tables, type Database } from '#backend/providers/database/database-port.ts'
import type { Identity } from '#backend/providers/identity/identity-port.ts'
import { writeReceipt, type Seller } from './receipt-content.ts'
import { drawReceipt } from './receipt-page.ts'

export type { Seller } from './receipt-content.ts'

const { payments } = tables

/** Receipts of purchases, drawn on request; their data is stored with the payment. */
export function createReceipts(deps: {
  database: Database
  identity: Pick<Identity, 'lookUp'>
  seller: Seller
  siteUrl: string
}) {
  const { database, identity, seller, siteUrl } = deps
  return {
    /** @throws ProductError payment_not_found, receipt_not_issued; IdentityError unavailable */
    async pdf(uid: string, paymentId: string, locale: Locale): Promise<AsyncIterable<Uint8Array>> {
      const [found] = await database.queries.select().from(payments).where(eq(payments.id, paymentId))
      if (found?.uid !== uid) throw new ProductError('payment_not_found')
      // Asked before the row is held.
      const customerEmail = (await identity.lookUp(uid))?.email
      const payment = await database.transaction(async (tx) => {
        const row = await lockPayment(tx, paymentId)
        if (row?.uid !== uid) throw new ProductError('payment_not_found')
        return ensureReceiptNumber(tx, row)
      })
      const { paidAt } = payment
      const number = showReceiptNumber(payment)
      if (paidAt === null || number === null) throw new ProductError('receipt_not_issued')
      const issue = { number, locale, seller, customerEmail, siteUrl, now: new Date() }
      return drawReceipt(writeReceipt({ ...payment, paidAt }, issue), BRAND)
    },
  }
}
