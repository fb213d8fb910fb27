import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import * as limits from '#contract/limits.ts'
import { RATE_LIMITS } from '#contract/rate.ts'
import type { MonthOfOrders, ServiceStatus } from '#contract/status.ts'
import type { OperatorAnswer } from '#contract/operators.ts'
import type { CorrectionState } from '#contract/directory-corrections.ts'
import { listCorrections } from '#backend/features/directory/correction-decisions-service.ts'
import type { FeatureDeps } from '#backend/features/feature.ts'
import { unsentMails } from '#backend/features/mail/mail-service.ts'
import { listPauses } from '#backend/features/pauses/pauses-service.ts'
import { ordersOf, totalsOf } from '#backend/features/payments/payments-service.ts'
import { listReviews } from '#backend/features/review/review-service.ts'
import { createStatus } from '#backend/features/status/status-service.ts'
import { withdrawalsInReview } from '#backend/features/withdrawals/withdrawals-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import { done, moneyOf, timeOf } from './answers.ts'

const { bundleFeedback, flawReports, payments, personFeedback } = tables

const Migrations = z.object({ rows: z.array(z.object({ id: z.number(), at: z.number() })) })

export async function listInbox(queries: Queries, all: boolean): Promise<OperatorAnswer> {
  const rows = await listReviews(queries, { all })
  return done(
    rows.map((row) => ({
      since: timeOf(row.openedAt),
      kind: row.kind,
      about: row.reference,
      detail: row.detail,
      state: row.state,
      id: row.id,
    })),
    rows.length === 0 ? 'Nothing waits.' : null,
  )
}

export async function listWithdrawals(queries: Queries): Promise<OperatorAnswer> {
  const rows = await withdrawalsInReview(queries)
  return done(
    rows.map((row) => ({
      since: timeOf(row.confirmedAt),
      order: row.orderReference,
      address: row.email,
      asked: timeOf(row.createdAt),
      id: row.id,
    })),
    rows.length === 0 ? 'No withdrawal waits.' : 'Close one by the id that "inbox" shows.',
  )
}

export async function listFlaws(queries: Queries, limit: number): Promise<OperatorAnswer> {
  const rows = await queries.select().from(flawReports).orderBy(desc(flawReports.createdAt)).limit(limit)
  return done(
    rows.map((row) => ({
      at: timeOf(row.createdAt),
      reason: row.reason,
      text: row.text ?? '',
      headshot: row.userImageKey,
      bundle: row.bundleId,
    })),
  )
}

export async function listFeedback(queries: Queries, limit: number): Promise<OperatorAnswer> {
  const ofPersons = await queries
    .select()
    .from(personFeedback)
    .orderBy(desc(personFeedback.updatedAt))
    .limit(limit)
  const ofBundles = await queries
    .select()
    .from(bundleFeedback)
    .orderBy(desc(bundleFeedback.updatedAt))
    .limit(limit)
  const all = [
    ...ofPersons.map(({ personId, ...said }) => ({ of: 'person', id: personId, ...said })),
    ...ofBundles.map(({ bundleId, ...said }) => ({ of: 'bundle', id: bundleId, ...said })),
  ].sort((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime())
  return done(
    all.slice(0, limit).map((row) => ({
      at: timeOf(row.updatedAt),
      stars: row.rating,
      text: row.text,
      wantsContact: row.wantsContact,
      of: row.of,
      id: row.id,
    })),
  )
}

export async function listCorrectionRows(queries: Queries, state: CorrectionState): Promise<OperatorAnswer> {
  const rows = await listCorrections(queries, state)
  return done(
    rows.map((row) => ({
      at: timeOf(row.createdAt),
      request: row.request,
      listing: row.listingName,
      listingId: row.listingId,
      email: row.email,
      fields: JSON.stringify(row.fields),
      message: row.message,
      state: row.state,
      id: row.id,
    })),
  )
}

export async function listDisputes(queries: Queries): Promise<OperatorAnswer> {
  const rows = await queries
    .select()
    .from(payments)
    .where(eq(payments.state, 'disputed'))
    .orderBy(desc(payments.updatedAt))
  const orders = await ordersOf(queries, rows)
  return done(
    orders.map((order) => {
      const [lead] = order
      const held = order.filter(({ state }) => state === 'disputed')
      const { amountMinor } = totalsOf(held)
      return {
        since: timeOf(held[0]?.updatedAt ?? null),
        order: lead.orderReference,
        amount: moneyOf({ ...lead, amountMinor }),
        provider: lead.providerReference,
        account: lead.uid,
      }
    }),
    rows.length === 0 ? 'No bank holds money.' : 'Evidence is sent in the payment provider’s dashboard.',
  )
}

export async function listMails(queries: Queries, limit: number): Promise<OperatorAnswer> {
  const rows = await unsentMails(queries, limit)
  return done(
    rows.map((row) => ({
      since: timeOf(row.createdAt),
      mail: row.template,
      state: row.state,
      failure: row.failure,
      to: row.address ?? row.uid,
      id: row.id,
    })),
  )
}

export async function listQueues({
  database: { queries },
  queue,
}: Pick<FeatureDeps, 'database' | 'queue'>): Promise<OperatorAnswer> {
  const [depths, failed, paused] = [
    await queue.depths(),
    await queue.find({ failed: null }),
    await listPauses(queries),
  ]
  const isPaused = (name: string) => paused.some((row) => row.name === name && row.isPaused)
  const names = [
    ...depths.map(({ name }) => name),
    ...failed.map(({ name }) => name),
    ...paused.filter((row) => row.isPaused).map(({ name }) => name),
  ]
  return done(
    [...new Set(names)].sort().map((name) => {
      const depth = depths.find((row) => row.name === name)
      return {
        name,
        waiting: depth?.waiting ?? 0,
        running: depth?.running ?? 0,
        oldestSeconds: Math.round(depth?.oldestSeconds ?? 0),
        failed: failed.filter((row) => row.name === name).length,
        isPaused: isPaused(name),
      }
    }),
    names.length === 0 ? 'No job waits, runs or has failed within the last day.' : null,
  )
}

/** Every process that opens the database brings it up to date first. */
export async function listMigrations(queries: Queries): Promise<OperatorAnswer> {
  const { rows } = Migrations.parse(
    await queries.execute(
      sql`select id, created_at::float8 as at from drizzle.__drizzle_migrations order by id`,
    ),
  )
  return done(
    rows.map(({ id, at }) => ({ migration: id, of: timeOf(new Date(at)) })),
    `The database has all ${rows.length} migrations of the product that opened it.`,
  )
}

/** The figures of the public page, as a table says them. */
const FIGURES = {
  month: 'month',
  paid: 'orders paid',
  inTime: 'in time',
  refunded: 'paid back by us',
  takenBack: 'taken back by customers',
  takesOrders: 'orders are taken now',
  oldestOpenMinutes: 'minutes since the oldest open order was paid',
} satisfies Record<keyof MonthOfOrders | keyof Omit<ServiceStatus, 'lastMonth'>, string>

/** What the public page says, as it is this moment. */
export async function listStatus(deps: { database: Database }): Promise<OperatorAnswer> {
  const { lastMonth, ...now } = await createStatus(deps).read()
  const values = { ...lastMonth, ...now }
  return done(
    (Object.keys(FIGURES) as (keyof typeof FIGURES)[]).map((name) => ({
      figure: FIGURES[name],
      value: values[name],
    })),
  )
}

/** How often a caller may call, and the numbers of the product. */
export function listLimits(): OperatorAnswer {
  const numbers = Object.entries(limits).flatMap(([name, value]) =>
    typeof value === 'number' ? [{ limit: name.toLowerCase(), value, per: '' }] : [],
  )
  return done([
    ...Object.entries(RATE_LIMITS).map(([name, { limit, windowSeconds }]) => ({
      limit: `calls: ${name}`,
      value: limit,
      per: `${windowSeconds} s`,
    })),
    ...numbers,
  ])
}
