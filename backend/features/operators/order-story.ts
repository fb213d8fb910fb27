import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { OperatorAnswer, OperatorRow } from '#contract/operators.ts'
import type { FeatureDeps } from '#backend/features/feature.ts'
import { orderOf, totalsOf, type OrderRows } from '#backend/features/payments/payments-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { done, moneyOf } from './answers.ts'
import { actionsOn } from './audit.ts'
import { findOrder, type PaymentRow } from './find-order.ts'

const { bundles, flawReports, headshots, mails, paymentEvents, rerolls, reviewItems } = tables
const { trainings, withdrawals } = tables

interface Moment {
  at: Date
  what: string
  detail: string
}

/** A moment where it has come. */
const moment = (at: Date | null, what: string, detail = ''): Moment[] => (at ? [{ at, what, detail }] : [])

/** Everything that happened to an order, on one timeline. @throws OperatorRefusal */
export async function tellStory(
  { database: { queries }, queue }: Pick<FeatureDeps, 'database' | 'queue'>,
  order: string,
): Promise<OperatorAnswer> {
  const named = await findOrder(queries, order)
  const all = await orderOf(queries, named)
  const { personId } = named
  const bundleIds = all.flatMap(({ bundleId }) => bundleId ?? [])
  const works = personId ? await queries.select().from(trainings).where(eq(trainings.personId, personId)) : []
  const ofBundle = await queries
    .select()
    .from(bundles)
    .where(or(inArray(bundles.id, bundleIds), inArray(bundles.repairOf, bundleIds)))
  const ids = subjectsOf(all, works, ofBundle)
  const moments = [
    ...all.flatMap((payment) => paymentMoments(payment, all.length > 1)),
    ...works.flatMap((row) => [
      ...moment(row.createdAt, 'training', 'asked for'),
      ...moment(row.startedAt, 'training', 'begins'),
      ...moment(row.finishedAt, 'training', [row.state, row.failure].filter(Boolean).join(': ')),
    ]),
    ...ofBundle.flatMap((row) => [
      ...moment(
        row.createdAt,
        row.repairOf ? 'repair' : 'bundle',
        `${row.totalCount} headshots in ${row.styleId}`,
      ),
      ...moment(row.frozenAt, 'bundle', 'frozen: a bank holds its money'),
    ]),
    ...(await shotMoments(
      queries,
      ofBundle.map(({ id }) => id),
    )),
    ...(await otherMoments(queries, all, ids)),
    ...(await queue.find({ about: ids })).flatMap((job) => [
      ...moment(job.createdAt, 'job', `${job.name} enqueued (${job.id})`),
      ...moment(job.endedAt, 'job', [`${job.name} ${job.state}`, job.failure].filter(Boolean).join(': ')),
      ...(job.state === 'active'
        ? moment(job.startedAt, 'job', `${job.name} runs, attempt ${job.retryCount + 1}`)
        : []),
      ...(job.state === 'retry'
        ? moment(job.startedAt, 'job', `${job.name} failed, and is tried again: ${job.failure ?? ''}`)
        : []),
    ]),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
  const rows = moments.map(({ at, what, detail }): OperatorRow => ({ at: at.toISOString(), what, detail }))
  return done(rows, summaryOf(all, ofBundle))
}

/** Everything that jobs, mails and changes of an order name it by. */
export function subjectsOf(
  payments: readonly PaymentRow[],
  works: readonly { id: string }[],
  ofBundle: readonly { id: string }[],
): string[] {
  const named = payments.flatMap(({ id, orderReference, bundleId, providerReference }) =>
    [id, orderReference, bundleId, providerReference].filter((name) => name !== null),
  )
  return [...new Set([...named, ...works.map((row) => row.id), ...ofBundle.map((row) => row.id)])]
}

/** @param isOneOfMany whether its order has other styles, so that each moment names its own */
function paymentMoments(payment: PaymentRow, isOneOfMany: boolean): Moment[] {
  const of = isOneOfMany ? `${payment.styleId}: ` : ''
  const { createdAt, declinedAt, paidAt, fulfilledAt, refundedAt, refundReason } = payment
  const paidWith = payment.creditAmount > 0 ? `${payment.creditAmount} credits` : moneyOf(payment)
  const back = moneyOf({ ...payment, amountMinor: payment.refundedAmountMinor })
  return [
    ...moment(createdAt, 'order', `${payment.styleId} for ${paidWith}, by ${payment.provider}`),
    ...moment(declinedAt, 'payment', `${of}declined by the bank`),
    ...moment(paidAt, 'payment', `${of}paid`),
    ...moment(fulfilledAt, 'order', `${of}handed over`),
    ...moment(refundedAt, 'refund', `${of}${back} given back${refundReason ? ` (${refundReason})` : ''}`),
  ]
}

async function shotMoments(queries: Queries, bundleIds: string[]): Promise<Moment[]> {
  if (bundleIds.length === 0) return []
  const shots = await queries.select().from(headshots).where(inArray(headshots.bundleId, bundleIds))
  const again = await queries.select().from(rerolls).where(inArray(rerolls.bundleId, bundleIds))
  const flaws = await queries.select().from(flawReports).where(inArray(flawReports.bundleId, bundleIds))
  return [
    ...shots.flatMap((row) =>
      moment(
        row.createdAt,
        'shot',
        `${row.shotIndex}: ${row.passed ? 'passed' : `refused: ${row.reasons.join(', ')}`}, likeness ${row.likeness.toFixed(2)}${row.engine === null ? '' : `, by ${row.engine}`}`,
      ),
    ),
    ...again.flatMap((row) =>
      moment(row.createdAt, 're-roll', [row.state, row.failure].filter(Boolean).join(': ')),
    ),
    ...flaws.flatMap((row) =>
      moment(row.createdAt, 'flaw', [row.reason, row.text].filter(Boolean).join(': ')),
    ),
  ]
}

async function otherMoments(queries: Queries, order: OrderRows, ids: string[]): Promise<Moment[]> {
  const [{ providerReference }] = order
  const isNamed = sql`exists (select 1 from unnest(${sql.param(ids)}::text[]) as named where position(named in ${mails.occasion}) > 0)`
  const sent = await queries.select().from(mails).where(isNamed)
  const events = providerReference === null ? [] : await toldOf(queries, providerReference)
  const withdrawn = await queries.select().from(withdrawals).where(eq(withdrawals.paymentId, order[0].id))
  const reviewed = await queries.select().from(reviewItems).where(inArray(reviewItems.subject, ids))
  return [
    ...sent.flatMap((row) => [
      ...moment(row.createdAt, 'mail', `${row.template} enqueued (${row.id})`),
      ...moment(row.sentAt, 'mail', `${row.template} sent`),
      ...(row.state === 'failed'
        ? moment(row.updatedAt, 'mail', `${row.template} given up: ${row.failure ?? ''}`)
        : []),
    ]),
    ...events.flatMap((row) => moment(row.createdAt, 'hook', `${row.type} (${row.eventId})`)),
    ...withdrawn.flatMap((row) => moment(row.confirmedAt, 'withdrawal', row.state)),
    ...reviewed.flatMap((row) => [
      ...moment(row.openedAt, 'inbox', [row.kind, row.detail].filter(Boolean).join(': ')),
      ...moment(row.closedAt, 'inbox', `${row.kind} closed`),
    ]),
    ...(await actionsOn(queries, ids)).flatMap((row) =>
      moment(row.createdAt, 'operator', `${row.command} by ${row.operator}: ${row.why}`),
    ),
  ]
}

/** What the provider told of a session: of a bank or a refund it names the payment alone, which another event leads to. */
async function toldOf(queries: Queries, reference: string) {
  // The hook of seats is told the same.
  const ofOrders = eq(paymentEvents.hook, 'orders')
  const ofSession = await queries
    .select()
    .from(paymentEvents)
    .where(and(ofOrders, eq(paymentEvents.reference, reference)))
  const itsPayments = ofSession.flatMap(({ paymentReference }) => paymentReference ?? [])
  if (itsPayments.length === 0) return ofSession
  const ofPayments = await queries
    .select()
    .from(paymentEvents)
    .where(
      and(ofOrders, isNull(paymentEvents.reference), inArray(paymentEvents.paymentReference, itsPayments)),
    )
  return [...ofSession, ...ofPayments]
}

function summaryOf(order: OrderRows, ofBundle: readonly (typeof bundles.$inferSelect)[]): string {
  const [lead] = order
  const of = lead.uid === null ? 'a deleted account' : `account ${lead.uid}`
  const stateOf = (payment: PaymentRow) => {
    const bundle = ofBundle.find(({ id }) => id === payment.bundleId)
    const made = bundle
      ? `bundle ${bundle.state}, ${bundle.generatedCount} of ${bundle.totalCount} headshots`
      : 'no bundle'
    return `${moneyOf(payment)}, ${payment.state}; ${made}`
  }
  if (order.length === 1) return `Order ${lead.orderReference} of ${of}: ${stateOf(lead)}.`
  const { amountMinor } = totalsOf(order)
  const each = order.map((payment) => `${payment.styleId} (${payment.id}): ${stateOf(payment)}.`)
  return [
    `Order ${lead.orderReference} of ${of}: ${order.length} styles for ${moneyOf({ ...lead, amountMinor })}.`,
    ...each,
  ].join('\n')
}
