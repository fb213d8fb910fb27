import { and, asc, eq, inArray } from 'drizzle-orm'
import { OPEN_REROLL_STATES, type Reroll, type RerollFailure } from '#contract/bundles.ts'
import { FREE_REROLLS_PER_BUNDLE } from '#contract/limits.ts'
import { enqueueCancellation } from '#backend/features/engine-release.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { rerollLifecycle } from './reroll-lifecycle.ts'

const { rerolls } = tables

export type RerollRow = typeof rerolls.$inferSelect

/** In the order they were asked for. */
export function rerollsOf(queries: Queries, bundleId: string): Promise<RerollRow[]> {
  return queries
    .select()
    .from(rerolls)
    .where(eq(rerolls.bundleId, bundleId))
    .orderBy(asc(rerolls.createdAt), asc(rerolls.id))
}

/** Re-rolls without a picture are not counted, nor are those for a flaw. */
export function freeRerollsLeft(rows: readonly Pick<RerollRow, 'isForFlaw' | 'state'>[]): number {
  const used = rows.filter(({ isForFlaw, state }) => !isForFlaw && state !== 'failed').length
  return Math.max(0, FREE_REROLLS_PER_BUNDLE - used)
}

export function showReroll(row: RerollRow): Reroll {
  const { id, userImageKey, isForFlaw, state, newUserImageKey, failure } = row
  return { id, userImageKey, isForFlaw, state, newUserImageKey, failure }
}

/** The re-roll of a locked bundle, locked too; undefined when it was deleted. */
export async function lockReroll(tx: Queries, rerollId: string): Promise<RerollRow | undefined> {
  const [row] = await tx.select().from(rerolls).where(eq(rerolls.id, rerollId)).for('update')
  return row
}

/** Ends a locked re-roll without a picture, and says why; the old headshot stays. */
export async function failReroll(
  tx: Queries,
  queue: Queue,
  row: RerollRow,
  failure: RerollFailure,
): Promise<void> {
  const state = rerollLifecycle.next(row.state, 'fail')
  await tx.update(rerolls).set({ state, failure, engineJobId: null }).where(eq(rerolls.id, row.id))
  await enqueueCancellation(queue, tx, [row.engineJobId])
}

/** Ends the running re-rolls of a locked bundle. */
export async function failRerolls(
  tx: Queries,
  queue: Queue,
  bundleId: string,
  failure: RerollFailure,
): Promise<void> {
  const open = await tx
    .select()
    .from(rerolls)
    .where(and(eq(rerolls.bundleId, bundleId), inArray(rerolls.state, OPEN_REROLL_STATES)))
    .for('update')
  for (const row of open) await failReroll(tx, queue, row, failure)
}
