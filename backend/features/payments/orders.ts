import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Locale } from '#contract/locales.ts'
import type { Currency } from '#contract/money.ts'
import { OPEN_PAYMENT_STATES, type CheckoutForm, type PaymentProvider } from '#contract/payments.ts'
import { StyleId } from '#contract/styles.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { paymentLifecycle } from './payment-lifecycle.ts'

const { payments } = tables

/** Twice what a provider asks for at least: a clock that is slow by half an hour still makes sessions. */
const SESSION_MS = 60 * 60_000
/** Without letters that look alike (Crockford): 32, so that each takes five bits of a byte. */
const REFERENCE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export type PaymentRow = typeof payments.$inferSelect

/** The payments of one order, one for each style; the first leads. */
export type OrderRows = readonly [PaymentRow, ...PaymentRow[]]

export interface Order {
  uid: string
  personId: string
  /** The first one leads. */
  lines: readonly Pick<
    PaymentRow,
    | 'styleId'
    | 'includesTraining'
    | 'amountMinor'
    | 'regularAmountMinor'
    | 'creditAmount'
    | 'promisedCount'
    | 'cares'
    | 'look'
  >[]
  currency: Currency
  locale: Locale
  /** The idempotency key of the order. */
  orderKey?: string | undefined
}

/** Records an order before any provider is called. */
export async function createOrder(
  tx: Queries,
  order: Order & { provider: PaymentProvider; form?: CheckoutForm | undefined },
): Promise<OrderRows> {
  const { lines, form = 'page', ...common } = order
  const first = randomUUID()
  const expiresAt = new Date(Date.now() + SESSION_MS)
  const rows = await tx
    .insert(payments)
    .values(
      lines.map((line, index) => ({
        ...common,
        ...line,
        form,
        state: 'created' as const,
        expiresAt,
        id: index === 0 ? first : randomUUID(),
        leadId: index === 0 ? null : first,
        orderReference: newOrderReference(),
      })),
    )
    .returning()
  return orderRowsOf(rows)
}

/** The payments of the order that a payment is of. */
export async function orderOf(
  queries: Queries,
  { id, leadId }: Pick<PaymentRow, 'id' | 'leadId'>,
): Promise<OrderRows> {
  const lead = leadOf({ id, leadId })
  return orderRowsOf(
    await queries
      .select()
      .from(payments)
      .where(or(eq(payments.id, lead), eq(payments.leadId, lead))),
  )
}

/** The orders of these payments, each once, in the order of the payments. */
export async function ordersOf(
  queries: Queries,
  of: readonly Pick<PaymentRow, 'id' | 'leadId'>[],
): Promise<OrderRows[]> {
  const leads = [...new Set(of.map(leadOf))]
  if (leads.length === 0) return []
  const rows = await queries
    .select()
    .from(payments)
    .where(or(inArray(payments.id, leads), inArray(payments.leadId, leads)))
  const byLead = Map.groupBy(rows, leadOf)
  return leads.map((lead) => orderRowsOf(byLead.get(lead) ?? []))
}

/** What operators are told of one payment: the reference of its order, and its style where the order has several. */
export function describePayment(order: OrderRows, { id, styleId }: PaymentRow, detail = '') {
  const said = [...(order.length > 1 ? [styleId] : []), ...(detail === '' ? [] : [detail])]
  return { subject: id, reference: order[0].orderReference, detail: said.join(': ') }
}

/** As the bill lists them: the leading one first, the others in the order of the shop. */
export function orderRowsOf(rows: readonly PaymentRow[]): OrderRows {
  const lead = rows.find(({ leadId }) => leadId === null)
  if (!lead) throw new Error('an order has no leading payment')
  const place = ({ styleId }: PaymentRow) => StyleId.options.indexOf(styleId)
  const others = rows.filter((row) => row !== lead).sort((one, other) => place(one) - place(other))
  return [lead, ...others]
}

/** What an order costs in all. */
export function totalsOf(order: readonly PaymentRow[]) {
  const sumOf = (amount: (row: PaymentRow) => number) => order.reduce((sum, row) => sum + amount(row), 0)
  return {
    amountMinor: sumOf((row) => row.amountMinor),
    regularAmountMinor: sumOf((row) => row.regularAmountMinor),
    creditAmount: sumOf((row) => row.creditAmount),
    promisedCount: sumOf((row) => row.promisedCount),
  }
}

function newOrderReference(): string {
  const letters = [...randomBytes(10)].map((byte) => REFERENCE_ALPHABET[byte % 32]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/**
 * The person's unfinished orders with one of these styles, or with the training, which is paid once; those payments are locked
 * until the transaction ends.
 */
export async function lockOpenOrders(
  tx: Queries,
  personId: string,
  styleIds: readonly StyleId[],
): Promise<OrderRows[]> {
  const rows = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.personId, personId),
        inArray(payments.state, OPEN_PAYMENT_STATES),
        or(inArray(payments.styleId, styleIds), eq(payments.includesTraining, true)),
      ),
    )
    // Leading ones first, as everywhere.
    .orderBy(sql`${payments.leadId} nulls first`, payments.id)
    .for('update')
  return ordersOf(tx, rows)
}

/** The id of the payment that leads an order. */
export function leadOf({ id, leadId }: Pick<PaymentRow, 'id' | 'leadId'>): string {
  return leadId ?? id
}

/** Records the provider's session of an order, whose leading payment is locked; false when it has ended meanwhile. */
export async function recordSession(tx: Queries, order: OrderRows, reference: string): Promise<boolean> {
  const [lead] = order
  if (!paymentLifecycle.allows(lead.state, 'session_opened')) return false
  const state = paymentLifecycle.next(lead.state, 'session_opened')
  await tx.update(payments).set({ state }).where(isOf(order))
  await tx.update(payments).set({ providerReference: reference }).where(eq(payments.id, lead.id))
  return true
}

const isOf = (order: OrderRows) =>
  inArray(
    payments.id,
    order.map(({ id }) => id),
  )

/** Takes what a discount takes off each payment of a new order; nothing may be left. */
export async function reduceOrder(
  tx: Queries,
  order: OrderRows,
  cutsMinor: readonly number[],
): Promise<OrderRows> {
  const reduced = order.map((row, index) => ({
    ...row,
    amountMinor: row.amountMinor - (cutsMinor[index] ?? 0),
  }))
  const provider = totalsOf(reduced).amountMinor === 0 ? 'free' : order[0].provider
  for (const { id, amountMinor } of reduced) {
    await tx.update(payments).set({ amountMinor, provider }).where(eq(payments.id, id))
  }
  return orderOf(tx, order[0])
}

/** Sets what was chosen and the key of a locked order that is asked for again: the last request counts, and the price stays. */
export async function askFor(
  tx: Queries,
  order: OrderRows,
  {
    lines,
    orderKey = order[0].orderKey ?? undefined,
  }: Pick<Order, 'orderKey'> & { lines: readonly Pick<PaymentRow, 'styleId' | 'cares' | 'look'>[] },
): Promise<OrderRows> {
  for (const { styleId, cares, look } of lines) {
    const isLine = and(isOf(order), eq(payments.styleId, styleId))
    await tx.update(payments).set({ cares, look, orderKey }).where(isLine)
  }
  return orderOf(tx, order[0])
}

/**
 * Expires the open payments of an abandoned order, whose leading payment is locked. A process of an older release, which
 * knows one payment an order, may have expired the leading one alone.
 */
export async function expireOrder(tx: Queries, order: OrderRows): Promise<void> {
  const isOpen = inArray(payments.state, OPEN_PAYMENT_STATES)
  await tx
    .update(payments)
    .set({ state: 'expired' })
    .where(and(isOf(order), isOpen))
}
