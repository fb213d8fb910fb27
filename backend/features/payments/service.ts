import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Currency, Price } from '#contract/money.ts'
import { tables, type Queries } from '#backend/providers/database/port.ts'
import { paymentLifecycle } from './lifecycle.ts'

const { payments } = tables

/** While the product is in preview every purchase costs nothing and is paid at once. */
const IS_FREE_PREVIEW: boolean = true

/** What is charged now for something that regularly costs `regularAmountMinor`. */
export function priceOf(regularAmountMinor: number, currency: Currency): Price {
  return { amountMinor: IS_FREE_PREVIEW ? 0 : regularAmountMinor, regularAmountMinor, currency }
}

/** Records the payment of a bundle that costs nothing now. */
export async function payNothing(tx: Queries, uid: string, bundleId: string, price: Price): Promise<void> {
  const state = paymentLifecycle.next('created', 'pay')
  await tx.insert(payments).values({ id: randomUUID(), uid, bundleId, ...price, state, paidAt: new Date() })
}

/** Gives back what was paid for a bundle, once. */
export async function refundPayment(tx: Queries, bundleId: string): Promise<void> {
  const rows = await tx.select().from(payments).where(eq(payments.bundleId, bundleId)).for('update')
  for (const row of rows) {
    if (!paymentLifecycle.allows(row.state, 'refund')) continue
    const state = paymentLifecycle.next(row.state, 'refund')
    await tx.update(payments).set({ state, refundedAt: new Date() }).where(eq(payments.id, row.id))
  }
}
