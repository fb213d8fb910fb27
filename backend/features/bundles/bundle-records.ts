import { asc, and, eq } from 'drizzle-orm'
import type { RepairFailure } from '#contract/bundles.ts'
import { ProductError } from '#contract/errors.ts'
import { enqueueCancellation } from '#backend/features/engine-release.ts'
import type { RefundReason } from '#contract/payments.ts'
import { enqueueDeletion } from '#backend/features/files/files-service.ts'
import { lockPerson } from '#backend/features/persons/persons-service.ts'
import { refundBundle } from '#backend/features/payments/payments-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { finishedFolder, rerollFolder } from './headshot-files.ts'
import { bundleLifecycle, type BundleEvent } from './bundle-lifecycle.ts'
import { lockOpenRepairs } from './repair-records.ts'
import { failRerolls } from './reroll-records.ts'

const { archives, bundles, headshots, persons, renders, rerolls } = tables

export type BundleRow = typeof bundles.$inferSelect
export type HeadshotRow = typeof headshots.$inferSelect

/** Storage key prefix of a bundle's files. */
export function bundleFolder(bundle: BundleRow): string {
  return `persons/${bundle.personId}/bundles/${bundle.id}`
}

/** The bundle, locked until the transaction ends; undefined when it was deleted meanwhile. */
export async function lockBundle(tx: Queries, bundleId: string): Promise<BundleRow | undefined> {
  const [row] = await tx.select().from(bundles).where(eq(bundles.id, bundleId)).for('update')
  return row
}

/** A headshot of the user's with its bundle, which is held, as is the person. @throws ProductError headshot_not_found */
export async function lockBundleOfHeadshot(
  tx: Queries,
  uid: string,
  userImageKey: string,
): Promise<{ bundle: BundleRow; headshot: HeadshotRow }> {
  const [found] = await tx
    .select({ bundleId: bundles.id, personId: bundles.personId })
    .from(headshots)
    .innerJoin(bundles, eq(bundles.id, headshots.bundleId))
    .innerJoin(persons, eq(persons.id, bundles.personId))
    .where(and(eq(headshots.userImageKey, userImageKey), eq(persons.uid, uid)))
  // The person first, as every transaction does that holds both.
  const person = found && (await lockPerson(tx, found.personId))
  const bundle = person && (await lockBundle(tx, found.bundleId))
  // Another transaction may have replaced it before the bundle was locked.
  const [headshot] = await tx.select().from(headshots).where(eq(headshots.userImageKey, userImageKey))
  if (!bundle || !headshot) throw new ProductError('headshot_not_found')
  return { bundle, headshot }
}

export async function lockBundles(
  tx: Queries,
  personId: string,
  state: BundleRow['state'],
): Promise<BundleRow[]> {
  return tx
    .select()
    .from(bundles)
    .where(and(eq(bundles.personId, personId), eq(bundles.state, state)))
    .orderBy(asc(bundles.createdAt))
    .for('update')
}

/** Moves a locked bundle along its lifecycle. */
export async function advance(tx: Queries, row: BundleRow, event: BundleEvent): Promise<BundleRow> {
  const state = bundleLifecycle.next(row.state, event)
  await tx.update(bundles).set({ state }).where(eq(bundles.id, row.id))
  return { ...row, state }
}

/** Freezes a locked bundle while a bank holds its money: no headshot of it is made or shown. */
export async function freezeBundle(tx: Queries, row: BundleRow): Promise<void> {
  if (row.frozenAt !== null) return
  await tx.update(bundles).set({ frozenAt: new Date() }).where(eq(bundles.id, row.id))
}

/** Deletes the files in a bundle's folder that no headshot names. */
export function tidyBundle(tx: Queries, queue: Queue, row: BundleRow): Promise<void> {
  return enqueueDeletion(queue, tx, { prefixes: [`${bundleFolder(row)}/`] })
}

/** Ends a bundle that could not be delivered; a repair leaves the original unchanged. */
export async function failAndRefund(
  tx: Queries,
  queue: Queue,
  row: BundleRow,
  reason: RefundReason,
): Promise<void> {
  if (row.repairOf !== null) {
    const isNamed = reason === 'selfies' || reason === 'refused'
    return failRepair(tx, queue, row, isNamed ? reason : 'technical')
  }
  await giveBack(tx, queue, await advance(tx, row, 'fail'), reason)
}

/** Ends a locked bundle whose money is or was refunded, in any state of generation. */
export async function revokeBundle(
  tx: Queries,
  queue: Queue,
  row: BundleRow,
  reason: RefundReason,
): Promise<void> {
  if (row.state === 'refunded') return
  if (bundleLifecycle.allows(row.state, 'fail')) return failAndRefund(tx, queue, row, reason)
  await giveBack(tx, queue, row, reason)
}

/** A refund deletes the bundle's headshots and ends its open repair. */
async function giveBack(tx: Queries, queue: Queue, row: BundleRow, reason: RefundReason): Promise<void> {
  await advance(tx, row, 'refund')
  await refundBundle(tx, queue, row.id, reason)
  for (const repair of await lockOpenRepairs(tx, row.id)) await failRepair(tx, queue, repair, 'technical')
  await dropHeadshots(tx, queue, row)
}

/** Ends a locked repair without headshots; those of the other bundle stay. */
export async function failRepair(
  tx: Queries,
  queue: Queue,
  row: BundleRow,
  repairFailure: RepairFailure,
): Promise<void> {
  await advance(tx, row, 'fail')
  await tx.update(bundles).set({ repairFailure }).where(eq(bundles.id, row.id))
  await dropHeadshots(tx, queue, row)
}

/**
 * Replaces the headshots of a locked bundle by those of its locked repair, together with their plan. The bundle's
 * count of re-rolls restarts.
 */
export async function takePlace(
  tx: Queries,
  queue: Queue,
  { repair, bundle }: { repair: BundleRow; bundle: BundleRow },
): Promise<BundleRow> {
  await dropHeadshots(tx, queue, bundle)
  await tx.delete(rerolls).where(eq(rerolls.bundleId, bundle.id))
  await tx.update(headshots).set({ bundleId: bundle.id }).where(eq(headshots.bundleId, repair.id))
  await tx.update(renders).set({ bundleId: bundle.id }).where(eq(renders.bundleId, repair.id))
  const { generatedCount, totalCount, plan, trainingId } = repair
  const values = { generatedCount, totalCount, plan, trainingId, frozenAt: bundle.frozenAt }
  await tx.update(bundles).set(values).where(eq(bundles.id, bundle.id))
  await advance(tx, repair, 'finish')
  await tx.update(bundles).set({ plan: null }).where(eq(bundles.id, repair.id))
  return { ...bundle, ...values }
}

/** Deletes a locked bundle's headshots with their files, and cancels its renders at the engine. */
export async function dropHeadshots(tx: Queries, queue: Queue, row: BundleRow): Promise<void> {
  await cancelRenders(tx, queue, row.id)
  await failRerolls(tx, queue, row.id, 'ended')
  await tx.delete(archives).where(eq(archives.bundleId, row.id))
  const gone = await tx.delete(headshots).where(eq(headshots.bundleId, row.id)).returning()
  // Those that took the place of others lie in the folder they were made in.
  await enqueueDeletion(queue, tx, {
    keys: gone.flatMap(({ imageKey, thumbnailKey }) => [imageKey, thumbnailKey]),
  })
  await tx.update(bundles).set({ generatedCount: 0, frozenAt: null }).where(eq(bundles.id, row.id))
  await tidyBundle(tx, queue, row)
  await enqueueDeletion(queue, tx, { prefixes: [`${finishedFolder(row)}/`, `${rerollFolder(row)}/`] })
}

/** Cancels a bundle's renders at the engine. */
export async function cancelRenders(tx: Queries, queue: Queue, bundleId: string): Promise<void> {
  const open = await tx.delete(renders).where(eq(renders.bundleId, bundleId)).returning()
  await enqueueCancellation(
    queue,
    tx,
    open.filter(({ isRefused }) => !isRefused).map(({ engineJobId }) => engineJobId),
  )
}

/** How many pictures of a bundle a safety check refused to make. */
export function countRefused(queries: Queries, bundleId: string): Promise<number> {
  return queries.$count(renders, and(eq(renders.bundleId, bundleId), eq(renders.isRefused, true)))
}
