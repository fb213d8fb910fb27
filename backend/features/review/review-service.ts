import { and, asc, count, eq, isNull } from 'drizzle-orm'
import { ReviewKind } from '#contract/operators.ts'
import type { OpenRows } from '#backend/features/reconciliation.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import { reviewLifecycle } from './review-lifecycle.ts'

const { reviewItems } = tables

export type ReviewItem = typeof reviewItems.$inferSelect

const LISTED_ROWS = 500

/**
 * Puts something into the operator's inbox, in the transaction of its cause. A repeat changes nothing while the item is open,
 * and opens a closed one again.
 */
export async function askForReview(
  tx: Queries,
  {
    kind,
    subject,
    reference = subject,
    detail = '',
  }: Pick<ReviewItem, 'kind' | 'subject'> & Partial<Pick<ReviewItem, 'reference' | 'detail'>>,
): Promise<void> {
  const openedAt = new Date()
  const [added] = await tx
    .insert(reviewItems)
    .values({ kind, subject, reference, detail, openedAt, state: 'open' })
    .onConflictDoNothing({ target: [reviewItems.kind, reviewItems.subject] })
    .returning({ id: reviewItems.id })
  if (added) return
  const row = await lockAbout(tx, kind, subject)
  if (!row || !reviewLifecycle.allows(row.state, 'reopen')) return
  const state = reviewLifecycle.next(row.state, 'reopen')
  await tx
    .update(reviewItems)
    .set({ state, reference, detail, openedAt, toldAt: null, closedAt: null })
    .where(eq(reviewItems.id, row.id))
}

/** Closes the item about a subject, because its cause is gone; nothing where there is none. */
export async function closeReview(tx: Queries, kind: ReviewKind, subject: string): Promise<void> {
  const row = await lockAbout(tx, kind, subject)
  if (row) await close(tx, row)
}

/** Closes an open item by its id. @returns the item, undefined when none of that id is open */
export async function closeItem(tx: Queries, id: string): Promise<ReviewItem | undefined> {
  const [row] = await tx.select().from(reviewItems).where(eq(reviewItems.id, id)).for('update')
  return row && (await close(tx, row)) ? row : undefined
}

async function close(tx: Queries, row: ReviewItem): Promise<boolean> {
  if (!reviewLifecycle.allows(row.state, 'close')) return false
  const state = reviewLifecycle.next(row.state, 'close')
  await tx.update(reviewItems).set({ state, closedAt: new Date() }).where(eq(reviewItems.id, row.id))
  return true
}

async function lockAbout(tx: Queries, kind: ReviewKind, subject: string): Promise<ReviewItem | undefined> {
  const isAbout = and(eq(reviewItems.kind, kind), eq(reviewItems.subject, subject))
  const [row] = await tx.select().from(reviewItems).where(isAbout).for('update')
  return row
}

/** The longest waiting first. */
export function listReviews(queries: Queries, { all = false } = {}): Promise<ReviewItem[]> {
  const where = all ? undefined : eq(reviewItems.state, 'open')
  return queries.select().from(reviewItems).where(where).orderBy(asc(reviewItems.openedAt)).limit(LISTED_ROWS)
}

/** The number of open items of every kind, of those without any too. */
export async function countReviews({
  database,
}: {
  database: Database
}): Promise<{ kind: ReviewKind; count: number }[]> {
  const found = await database.queries
    .select({ kind: reviewItems.kind, count: count() })
    .from(reviewItems)
    .where(eq(reviewItems.state, 'open'))
    .groupBy(reviewItems.kind)
  return ReviewKind.options.map((kind) => ({
    kind,
    count: found.find((row) => row.kind === kind)?.count ?? 0,
  }))
}

/** Open items that the operator was not told of. */
export function untoldReviews(): OpenRows {
  const where = and(eq(reviewItems.state, 'open'), isNull(reviewItems.toldAt))
  return { name: 'review items', table: reviewItems, at: reviewItems.openedAt, id: reviewItems.id, where }
}

/** Marks an open item as told. @returns the item, undefined when it was told or closed meanwhile */
export async function markTold(tx: Queries, id: string): Promise<ReviewItem | undefined> {
  const [row] = await tx
    .update(reviewItems)
    .set({ toldAt: new Date() })
    .where(and(eq(reviewItems.id, id), eq(reviewItems.state, 'open'), isNull(reviewItems.toldAt)))
    .returning()
  return row
}
