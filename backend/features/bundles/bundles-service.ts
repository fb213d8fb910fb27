import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, inArray, isNull, lt, lte, ne, or } from 'drizzle-orm'
import {
  OPEN_BUNDLE_STATES,
  RUNNING_BUNDLE_STATES,
  type Bundle,
  type BundleSummary,
  type Headshot,
  type HeadshotRating,
} from '#contract/bundles.ts'
import { ProductError } from '#contract/errors.ts'
import type { RefundReason } from '#contract/payments.ts'
import { makerOf, type Processing } from '#contract/processing.ts'
import { isLook, type StyleId } from '#contract/styles.ts'
import { enqueueInTurn, enqueueJob, WAITING_MAX_MS } from '#backend/jobs/catalogue.ts'
import {
  findPaymentOfBundle,
  isRefundable,
  refundBundle,
  refundableUntil,
} from '#backend/features/payments/payments-service.ts'
import {
  extendRetention,
  findPerson,
  promiseOf,
  readRepairChances,
} from '#backend/features/persons/persons-service.ts'
import { inMs } from '#backend/features/deadlines.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { turnOf } from '#backend/features/turn.ts'
import { acceptedSelfies } from '#backend/features/selfies/selfies-service.ts'
import type { StylePromises } from '#backend/providers/engine/engine-port.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { downloadName } from './download-name.ts'
import { bestFirst, ratedFirst } from './gallery-sort.ts'
import { bundleLifecycle } from './bundle-lifecycle.ts'
import {
  advance,
  countRefused,
  cancelRenders,
  failAndRefund,
  lockBundle,
  lockBundleOfHeadshot,
  lockBundles,
  type BundleRow,
  type HeadshotRow,
} from './bundle-records.ts'
import { latestRepair, repairsOf, type RepairRow } from './repair-records.ts'
import { failRerolls, freeRerollsLeft, rerollsOf, showReroll } from './reroll-records.ts'
import { shortfallOf } from './shortfall.ts'

export { finishedFolder } from './headshot-files.ts'
export { downloadName as downloadNameOf } from './download-name.ts'
export { bestFirst, ratedFirst } from './gallery-sort.ts'
export { latestRepair, repairsOf, showRepair } from './repair-records.ts'
export { freezeBundle, lockBundle, revokeBundle } from './bundle-records.ts'
export type { BundleRow } from './bundle-records.ts'

const { bundleFeedback, bundles, headshots, persons } = tables

type RatedHeadshot = Pick<Headshot, 'userImageKey' | 'rating'>
type FavouredHeadshot = Pick<Headshot, 'userImageKey' | 'isFavourite'>

type NewBundle = Pick<BundleRow, 'personId' | 'styleId' | 'totalCount' | 'cares' | 'look'>

/** Inserts a bundle that is paid for. */
export function insertPaidBundle(tx: Queries, bundle: NewBundle): Promise<BundleRow> {
  return insertBundle(tx, bundle)
}

/** Inserts a repair of a locked bundle; it is free. */
export function insertRepair(
  tx: Queries,
  { id: repairOf, personId, styleId, cares, look }: BundleRow,
  totalCount: number,
): Promise<BundleRow> {
  return insertBundle(tx, { personId, styleId, totalCount, cares, look, repairOf })
}

async function insertBundle(tx: Queries, bundle: NewBundle & { repairOf?: string }): Promise<BundleRow> {
  const [row] = await tx
    .insert(bundles)
    .values({
      id: randomUUID(),
      ...bundle,
      state: bundleLifecycle.next('locked', 'pay'),
      deadlineAt: inMs(WAITING_MAX_MS),
    })
    .returning()
  if (!row) throw new Error('the database returned no bundle')
  await extendRetention(tx, bundle.personId)
  return row
}

/** The person's bundle of this style, unless it was refunded. */
export async function findBundleOfStyle(
  tx: Queries,
  personId: string,
  styleId: StyleId,
): Promise<BundleRow | undefined> {
  const [row] = await tx
    .select()
    .from(bundles)
    .where(
      and(
        eq(bundles.personId, personId),
        eq(bundles.styleId, styleId),
        ne(bundles.state, 'refunded'),
        isNull(bundles.repairOf),
      ),
    )
  return row
}

/** Styles the person has, with the bundle of each. */
export async function bundlesByStyle(queries: Queries, personId: string): Promise<Map<StyleId, string>> {
  const rows = await queries
    .select({ id: bundles.id, styleId: bundles.styleId })
    .from(bundles)
    .where(and(eq(bundles.personId, personId), ne(bundles.state, 'refunded'), isNull(bundles.repairOf)))
  return new Map(rows.map((row) => [row.styleId, row.id]))
}

/** Sends every paid bundle of a trained person into generation. */
export async function queuePaidBundles(tx: Queries, queue: Queue, personId: string): Promise<void> {
  for (const row of await lockBundles(tx, personId, 'paid')) {
    await advance(tx, row, 'queue')
    const isBefore = and(inArray(bundles.state, OPEN_BUNDLE_STATES), lte(bundles.createdAt, row.createdAt))
    const turn = await turnOf(tx, personId, bundles, isBefore)
    await enqueueInTurn(queue, tx, 'generate-bundle', { bundleId: row.id }, turn)
  }
}

/** Continues a locked bundle whose money is free again, with a new deadline. */
export async function thawBundle(tx: Queries, queue: Queue, row: BundleRow): Promise<void> {
  if (row.frozenAt === null) return
  const values = { frozenAt: null, deadlineAt: inMs(WAITING_MAX_MS) }
  await tx.update(bundles).set(values).where(eq(bundles.id, row.id))
  if (RUNNING_BUNDLE_STATES.includes(row.state)) {
    await enqueueJob(queue, tx, 'generate-bundle', { bundleId: row.id })
  }
}

/** Has a bundle wait for a training, because the person has no model that makes its style; false when it has ended meanwhile. */
export async function awaitTraining(tx: Queries, bundleId: string): Promise<boolean> {
  const row = await lockBundle(tx, bundleId)
  if (row?.state !== 'generating') return false
  await advance(tx, row, 'wait')
  await tx
    .update(bundles)
    .set({ deadlineAt: inMs(WAITING_MAX_MS) })
    .where(eq(bundles.id, bundleId))
  return true
}

/** The styles of a person's bundles that wait for a training, the oldest first; of one order those the studio makes. */
export async function waitingStyles(tx: Queries, personId: string): Promise<StyleId[]> {
  const rows = await tx
    .select({ styleId: bundles.styleId, createdAt: bundles.createdAt })
    .from(bundles)
    .where(and(eq(bundles.personId, personId), eq(bundles.state, 'paid')))
    .orderBy(asc(bundles.createdAt))
  const isLater = (one: (typeof rows)[number], other: (typeof rows)[number]) =>
    one.createdAt.getTime() - other.createdAt.getTime() ||
    Number(isLook(one.styleId)) - Number(isLook(other.styleId))
  return rows.sort(isLater).map(({ styleId }) => styleId)
}

/** Ends every bundle that waited for a training which failed, and gives the money back. */
export async function refundPaidBundles(
  tx: Queries,
  queue: Queue,
  personId: string,
  reason: RefundReason,
  isFor: (styleId: StyleId) => boolean,
): Promise<void> {
  for (const row of await lockBundles(tx, personId, 'paid')) {
    if (isFor(row.styleId)) await failAndRefund(tx, queue, row, reason)
  }
}

/** Ends and refunds all unfinished bundles of a locked person. */
export async function endOpenBundles(tx: Queries, queue: Queue, personId: string): Promise<void> {
  for (const state of OPEN_BUNDLE_STATES) {
    for (const row of await lockBundles(tx, personId, state)) {
      await failAndRefund(tx, queue, row, 'withdrawal')
    }
  }
  for (const row of await lockBundles(tx, personId, 'ready')) await failRerolls(tx, queue, row.id, 'ended')
}

/** Takes from a person's finished headshots what the eye measured of the face; they are compared no more. */
export async function forgetReadings(tx: Queries, personId: string): Promise<void> {
  const own = tx.select({ id: bundles.id }).from(bundles).where(eq(bundles.personId, personId))
  await tx.update(headshots).set({ fingerprint: '' }).where(inArray(headshots.bundleId, own))
}

/**
 * Ends every bundle of a locked person under deletion, and returns their counts: undelivered ones are refunded, and
 * the engine's jobs canceled.
 */
export async function dropBundles(
  tx: Queries,
  queue: Queue,
  personId: string,
): Promise<{ bundleCount: number; headshotCount: number }> {
  const rows = await tx.select().from(bundles).where(eq(bundles.personId, personId)).for('update')
  const [made] = await tx
    .select({ count: count() })
    .from(headshots)
    .innerJoin(bundles, eq(bundles.id, headshots.bundleId))
    .where(eq(bundles.personId, personId))
  for (const { id, state } of rows) {
    if (OPEN_BUNDLE_STATES.includes(state)) await refundBundle(tx, queue, id, 'withdrawal')
    await cancelRenders(tx, queue, id)
    await failRerolls(tx, queue, id, 'ended')
  }
  const bundleCount = rows.filter(({ repairOf }) => repairOf === null).length
  return { bundleCount, headshotCount: made?.count ?? 0 }
}

/** Showing bundles and ending them; `createGeneration` makes their headshots. */
export function createBundles(deps: {
  database: Database
  queue: Queue
  storage: Storage
  promises: StylePromises
  processing: Processing
}) {
  const { database, queue, storage, promises, processing } = deps

  const repairOfferOf = async (
    { id: bundleId, personId, styleId }: BundleRow,
    now: Date,
  ): Promise<Bundle['repairOffer']> => {
    const chance = (await readRepairChances(database.queries, personId, promises, now)).get(bundleId)
    const promise = promises.of(styleId)
    if (!chance || !promise) return null
    const { length: selfieCount } = await acceptedSelfies(database.queries, personId)
    return {
      until: chance.until.toISOString(),
      newSelfieCount: chance.newSelfieCount,
      selfieCount,
      headshotCount: promiseOf(promise, selfieCount),
    }
  }

  const show = async (row: HeadshotRow, name: string): Promise<Headshot> => {
    const jpeg = { mediaType: 'image/jpeg' }
    const [thumbnailUrl, imageUrl, downloadUrl] = await Promise.all([
      storage.signUrl(row.thumbnailKey, { mediaType: 'image/webp' }),
      storage.signUrl(row.imageKey, jpeg),
      storage.signUrl(row.imageKey, { ...jpeg, downloadName: name }),
    ])
    return {
      userImageKey: row.userImageKey,
      likeness: row.likeness,
      passed: row.passed,
      reasons: row.reasons,
      engine: row.engine === null ? null : makerOf(processing, row.engine),
      rating: row.rating,
      isFavourite: row.isFavourite,
      width: row.width,
      height: row.height,
      sizeBytes: row.sizeBytes,
      sha256: row.sha256,
      thumbnailUrl,
      imageUrl,
      downloadUrl,
    }
  }

  return {
    /** @throws ProductError person_not_found, bundle_not_found */
    async get(uid: string, personId: string, bundleId: string): Promise<Bundle> {
      const person = await findPerson(database.queries, uid, personId)
      const [found] = await database.queries
        .select({ row: bundles, userRating: bundleFeedback.rating })
        .from(bundles)
        .leftJoin(bundleFeedback, eq(bundleFeedback.bundleId, bundles.id))
        .where(and(eq(bundles.id, bundleId), eq(bundles.personId, personId), isNull(bundles.repairOf)))
      if (!found) throw new ProductError('bundle_not_found')
      const { row, userRating } = found
      const made = row.frozenAt === null ? await galleryOf(database.queries, bundleId) : []
      const asked = await rerollsOf(database.queries, bundleId)
      const payment = await findPaymentOfBundle(database.queries, bundleId)
      const now = new Date()
      const shown = await Promise.all(
        made.map((headshot, index) => show(headshot, downloadName(person.name, row.styleId, index + 1))),
      )
      return {
        ...summarize(row, shown[0]?.thumbnailUrl ?? null, await repairsOf(database.queries, bundleId)),
        personId,
        personName: person.name,
        userRating,
        refundableUntil:
          payment && isRefundable(payment, now) ? (refundableUntil(payment)?.toISOString() ?? null) : null,
        shortfall: payment ? shortfallOf(payment) : null,
        refusedCount: await countRefused(database.queries, bundleId),
        repairOffer: await repairOfferOf(row, now),
        cares: row.cares,
        possibleCares: [...(promises.of(row.styleId)?.cares ?? [])],
        look: row.look,
        freeRerollsLeft: freeRerollsLeft(asked),
        rerolls: asked.map(showReroll),
        headshots: shown,
      }
    },

    /** The last rating counts, so a repeat changes nothing. @throws ProductError headshot_not_found */
    async rate(uid: string, userImageKey: string, rating: HeadshotRating): Promise<RatedHeadshot> {
      const own = database.queries
        .select({ id: bundles.id })
        .from(bundles)
        .innerJoin(persons, eq(persons.id, bundles.personId))
        .where(eq(persons.uid, uid))
      const rated = await database.queries
        .update(headshots)
        .set({ rating })
        .where(and(eq(headshots.userImageKey, userImageKey), inArray(headshots.bundleId, own)))
        .returning({ userImageKey: headshots.userImageKey, rating: headshots.rating })
      if (!rated[0]) throw new ProductError('headshot_not_found')
      return rated[0]
    },

    /** The last word counts: one favourite in a bundle, or none. @throws ProductError headshot_not_found */
    favour(uid: string, userImageKey: string, isFavourite: boolean): Promise<FavouredHeadshot> {
      return database.transaction(async (tx) => {
        const { bundle } = await lockBundleOfHeadshot(tx, uid, userImageKey)
        const before = and(eq(headshots.bundleId, bundle.id), headshots.isFavourite)
        if (isFavourite) await tx.update(headshots).set({ isFavourite: false }).where(before)
        await tx.update(headshots).set({ isFavourite }).where(eq(headshots.userImageKey, userImageKey))
        return { userImageKey, isFavourite }
      })
    },

    /** Ends a bundle that cannot be delivered, and gives the money back. */
    async giveUp(bundleId: string): Promise<void> {
      await database.transaction(async (tx) => {
        const bundle = await lockBundle(tx, bundleId)
        if (bundle && bundleLifecycle.allows(bundle.state, 'fail')) {
          await failAndRefund(tx, queue, bundle, 'technical')
        }
      })
    },

    /** Ends bundles past their deadline, and enqueues those that lost their job. */
    async reconcile(round: Reconciliation): Promise<void> {
      const where = and(
        // A bank's decision takes longer than any deadline.
        isNull(bundles.frozenAt),
        or(
          inArray(bundles.state, RUNNING_BUNDLE_STATES),
          // Waiting for a training, which has a deadline of its own.
          round.refundsPaused ? undefined : and(eq(bundles.state, 'paid'), lt(bundles.deadlineAt, round.now)),
        ),
      )
      const open = { name: 'bundles', table: bundles, at: bundles.deadlineAt, id: bundles.id, where }
      await reconcileRows(database.queries, round, open, ({ id, at: deadlineAt }) =>
        deadlineAt < round.now && !round.refundsPaused
          ? this.giveUp(id)
          : database.transaction((tx) => enqueueJob(queue, tx, 'generate-bundle', { bundleId: id })),
      )
    },
  }
}

/** The headshots of a bundle in the order of its gallery. */
export async function galleryOf(queries: Queries, bundleId: string): Promise<HeadshotRow[]> {
  const made = await queries.select().from(headshots).where(eq(headshots.bundleId, bundleId))
  return ratedFirst(bestFirst(made))
}

/** A bundle as lists show it, with the state of its repairs. */
export function summarize(
  row: Omit<BundleRow, 'plan'>,
  coverUrl: string | null,
  repairs: readonly RepairRow[],
): BundleSummary {
  const { id, styleId, state, generatedCount, totalCount, createdAt } = row
  const isFrozen = row.frozenAt !== null
  return {
    id,
    styleId,
    state,
    generatedCount,
    totalCount,
    isFrozen,
    repair: latestRepair(repairs),
    coverUrl: isFrozen ? null : coverUrl,
    createdAt: createdAt.toISOString(),
  }
}
