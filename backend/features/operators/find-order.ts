import { desc, eq, or } from 'drizzle-orm'
import { z } from 'zod'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { OperatorRefusal } from './answers.ts'

const { payments } = tables

export type PaymentRow = typeof payments.$inferSelect

export const isUuid = (text: string): boolean => z.uuid().safeParse(text).success

/** As customers type it: in any case, with or without its dash. */
export function orderReferenceOf(text: string): string {
  const letters = text.toUpperCase().replace(/[\s-]/g, '')
  return letters.length === 10 ? `${letters.slice(0, 5)}-${letters.slice(5)}` : text.toUpperCase()
}

/** The payments that a text names: by order reference, own id, bundle, or the provider's session. */
export function paymentsNamed(queries: Queries, text: string): Promise<PaymentRow[]> {
  const byId = isUuid(text) ? [eq(payments.id, text), eq(payments.bundleId, text)] : []
  const isNamed = or(
    eq(payments.orderReference, orderReferenceOf(text)),
    eq(payments.providerReference, text),
    ...byId,
  )
  return queries.select().from(payments).where(isNamed).orderBy(desc(payments.createdAt)).limit(20)
}

/** @throws OperatorRefusal */
export async function findOrder(queries: Queries, text: string): Promise<PaymentRow> {
  const [payment] = await paymentsNamed(queries, text)
  if (!payment) throw new OperatorRefusal(`There is no order ${text}; "find" looks for everything else.`)
  return payment
}
