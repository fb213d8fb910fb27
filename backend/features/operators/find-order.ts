import { desc, eq, or } from 'drizzle-orm'
import { z } from 'zod'
import { orderOf } from '#backend/features/payments/payments-service.ts'
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

/** Any payment of the order that a text names. @throws OperatorRefusal */
export async function findOrder(queries: Queries, text: string): Promise<PaymentRow> {
  const [payment] = await paymentsNamed(queries, text)
  if (!payment) throw new OperatorRefusal(`There is no order ${text}; "find" looks for everything else.`)
  return payment
}

/** The payment of one style, and how an operator and the record of changes name it. */
export interface OneStyle {
  payment: PaymentRow
  /** Of its order. */
  reference: string
  /** The style too, where the order has several. */
  name: string
  /** The same, in a command. */
  option: string
}

/**
 * The payment that a text names, for changes that concern one style. The id of a payment or of its bundle names one. The
 * reference of an order of several styles names none: the refusal lists the payments of that order.
 * @throws OperatorRefusal
 */
export async function findOneStyle(queries: Queries, text: string): Promise<OneStyle> {
  const payment = await findOrder(queries, text)
  const order = await orderOf(queries, payment)
  const reference = order[0].orderReference
  if (order.length === 1) return { payment, reference, name: `order ${reference}`, option: '' }
  const { id: ownId, bundleId, styleId } = payment
  if (text === ownId || text === bundleId)
    return { payment, reference, name: `${styleId} of order ${reference}`, option: ` ${styleId}` }
  const each = order.map(({ id, styleId }) => `${styleId}: ${id}`).join(', ')
  throw new OperatorRefusal(
    `Order ${reference} has ${order.length} styles; name one by its payment. ${each}.`,
  )
}
