import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, lt, ne } from 'drizzle-orm'
import type { Bundle, BundleSummary, Headshot } from '#contract/bundles.ts'
import { ProductError } from '#contract/errors.ts'
import { DELIVERY_PROMISE_HOURS, HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import type { StyleId } from '#contract/styles.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { refundPayment } from '#backend/features/payments/service.ts'
import { findPerson } from '#backend/features/persons/service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/port.ts'
import {
  REROLLS_MAX,
  createDuplicateCheck,
  makeUntilEnough,
  type Engine,
  type RenderedHeadshot,
  type Shot,
} from '#backend/providers/engine/port.ts'
import type { Queue } from '#backend/providers/queue/port.ts'
import type { Storage } from '#backend/providers/storage/port.ts'
import { downloadName } from './download-name.ts'
import { bundleLifecycle, type BundleEvent } from './lifecycle.ts'

const { bundles, headshots, persons, trainings } = tables

const HEADSHOT_MAX_BYTES = 64 * 1024 * 1024
const DELIVERY_MS = DELIVERY_PROMISE_HOURS * 3_600_000
/** 128 bits: the key is all that protects a shared image. */
const USER_IMAGE_KEY_BYTES = 16

export type BundleRow = typeof bundles.$inferSelect
type HeadshotRow = typeof headshots.$inferSelect

/** Inserts a bundle that is paid for. */
export async function insertPaidBundle(tx: Queries, personId: string, styleId: StyleId): Promise<BundleRow> {
  const [row] = await tx
    .insert(bundles)
    .values({
      id: randomUUID(),
      personId,
      styleId,
      state: bundleLifecycle.next('locked', 'pay'),
      totalCount: HEADSHOTS_PER_BUNDLE,
      deadlineAt: new Date(Date.now() + DELIVERY_MS),
    })
    .returning()
  if (!row) throw new Error('the database returned no bundle')
  return row
}

/** The bundle of this style that the person has, unless it was refunded. */
export async function findBundleOfStyle(
  tx: Queries,
  personId: string,
  styleId: StyleId,
): Promise<BundleRow | undefined> {
  const [row] = await tx
    .select()
    .from(bundles)
    .where(and(eq(bundles.personId, personId), eq(bundles.styleId, styleId), ne(bundles.state, 'refunded')))
  return row
}

/** Styles the person has, with the bundle of each. */
export async function bundlesByStyle(queries: Queries, personId: string): Promise<Map<StyleId, string>> {
  const rows = await queries
    .select({ id: bundles.id, styleId: bundles.styleId })
    .from(bundles)
    .where(and(eq(bundles.personId, personId), ne(bundles.state, 'refunded')))
  return new Map(rows.map((row) => [row.styleId, row.id]))
}

/** Sends every paid bundle of a trained person into generation. */
export async function queuePaidBundles(tx: Queries, queue: Queue, personId: string): Promise<void> {
  for (const row of await lockBundles(tx, personId, 'paid')) {
    await advance(tx, row, 'queue')
    await enqueueJob(queue, tx, 'generate-bundle', { bundleId: row.id })
  }
}

/** Ends every bundle that waited for a training which failed, and gives the money back. */
export async function refundPaidBundles(tx: Queries, personId: string): Promise<void> {
  for (const row of await lockBundles(tx, personId, 'paid')) await failAndRefund(tx, row)
}

export type Bundles = ReturnType<typeof createBundles>

export function createBundles(deps: { database: Database; queue: Queue; storage: Storage; engine: Engine }) {
  const { database, queue, storage, engine } = deps

  const show = (row: HeadshotRow, name: string): Headshot => {
    const jpeg = { mediaType: 'image/jpeg' }
    return {
      userImageKey: row.userImageKey,
      likeness: row.likeness,
      passed: row.passed,
      reasons: row.reasons,
      width: row.width,
      height: row.height,
      sizeBytes: row.sizeBytes,
      sha256: row.sha256,
      thumbnailUrl: storage.signUrl(row.thumbnailKey, { mediaType: 'image/webp' }),
      imageUrl: storage.signUrl(row.imageKey, jpeg),
      downloadUrl: storage.signUrl(row.imageKey, { ...jpeg, downloadName: name }),
    }
  }

  /** Files first, then the row and the count in one transaction; false when the bundle has ended meanwhile. */
  const keep = async (bundle: BundleRow, shotIndex: number, made: RenderedHeadshot): Promise<boolean> => {
    const folder = bundleFolder(bundle)
    const imageKey = `${folder}/${shotIndex}.jpg`
    const thumbnailKey = `${folder}/${shotIndex}.webp`
    const { sizeBytes, sha256 } = await storage.put(imageKey, made.image, HEADSHOT_MAX_BYTES)
    // What the record answers for is the file as it was finished.
    if (sha256 !== made.sha256) throw new Error(`${imageKey} was not stored as it was finished`)
    await storage.put(thumbnailKey, made.thumbnail, HEADSHOT_MAX_BYTES)
    return database.transaction(async (tx) => {
      const current = await lockBundle(tx, bundle.id)
      if (current?.state !== 'generating') return false
      const { width, height, likeness, passed, reasons, fingerprint } = made
      const userImageKey = randomBytes(USER_IMAGE_KEY_BYTES).toString('base64url')
      const inserted = await tx
        .insert(headshots)
        .values({
          ...{ userImageKey, bundleId: bundle.id, shotIndex, imageKey, thumbnailKey, sizeBytes, sha256 },
          ...{ width, height, likeness, passed, reasons, fingerprint },
        })
        .onConflictDoNothing()
        .returning({ key: headshots.userImageKey })
      if (inserted.length > 0 && passed) {
        const generatedCount = current.generatedCount + 1
        await tx.update(bundles).set({ generatedCount }).where(eq(bundles.id, bundle.id))
      }
      return true
    })
  }

  const finish = async (bundleId: string): Promise<void> => {
    const refunded = await database.transaction(async (tx) => {
      const bundle = await lockBundle(tx, bundleId)
      if (bundle?.state !== 'generating') return undefined
      if (bundle.generatedCount * 2 >= bundle.totalCount) {
        await advance(tx, bundle, 'finish')
        return undefined
      }
      await failAndRefund(tx, bundle)
      return bundle
    })
    if (refunded) await storage.deleteFolder(bundleFolder(refunded))
  }

  return {
    /** @throws ProductError person_not_found, bundle_not_found */
    async get(uid: string, personId: string, bundleId: string): Promise<Bundle> {
      const person = await findPerson(database.queries, uid, personId)
      const [row] = await database.queries
        .select()
        .from(bundles)
        .where(and(eq(bundles.id, bundleId), eq(bundles.personId, personId)))
      if (!row) throw new ProductError('bundle_not_found')
      const made = await database.queries
        .select()
        .from(headshots)
        .where(eq(headshots.bundleId, bundleId))
        .orderBy(desc(headshots.passed), desc(headshots.likeness), asc(headshots.shotIndex))
      const shown = made.map((headshot, index) =>
        show(headshot, downloadName(person.name, row.styleId, index + 1)),
      )
      return {
        ...summarize(row, shown[0]?.thumbnailUrl ?? null),
        personId,
        personName: person.name,
        headshots: shown,
      }
    },

    /** Makes the headshots of a bundle, each kept as it comes; a later run goes on after the last one kept. */
    async generate(bundleId: string, signal: AbortSignal): Promise<void> {
      const bundle = await database.transaction(async (tx) => {
        const row = await lockBundle(tx, bundleId)
        return row && bundleLifecycle.allows(row.state, 'generate') ? advance(tx, row, 'generate') : undefined
      })
      if (!bundle) return
      const model = await loadModel(database.queries, storage, bundle.personId)
      const plan = bundle.plan ?? (await makePlan(database.queries, engine, model, bundle, signal))
      const kept = await database.queries
        .select({
          shotIndex: headshots.shotIndex,
          passed: headshots.passed,
          fingerprint: headshots.fingerprint,
        })
        .from(headshots)
        .where(eq(headshots.bundleId, bundleId))
      const done = new Set(kept.map((row) => row.shotIndex))
      const shots = [...plan.entries()].filter(([shotIndex]) => !done.has(shotIndex)).values()
      const passed = kept.filter((row) => row.passed)
      const check = createDuplicateCheck(passed.map((row) => row.fingerprint))
      const make = async ([shotIndex, shot]: [number, Shot]) => {
        signal.throwIfAborted()
        const made = check(await engine.render(model, bundle.styleId, shot, { signal }))
        if (!(await keep(bundle, shotIndex, made))) throw new BundleEndedError()
        return made.passed
      }
      try {
        await makeUntilEnough(shots, bundle.totalCount - passed.length, engine.parallelism, make)
      } catch (error) {
        if (error instanceof BundleEndedError) return
        throw error
      }
      await finish(bundleId)
    },

    /** Ends a bundle that cannot be delivered, and gives the money back. */
    async giveUp(bundleId: string): Promise<void> {
      const refunded = await database.transaction(async (tx) => {
        const bundle = await lockBundle(tx, bundleId)
        if (!bundle || !bundleLifecycle.allows(bundle.state, 'fail')) return undefined
        await failAndRefund(tx, bundle)
        return bundle
      })
      if (refunded) await storage.deleteFolder(bundleFolder(refunded))
    },

    /** Ends bundles past their deadline, and enqueues those that lost their job. */
    async reconcile(now: Date): Promise<void> {
      const late = await database.queries
        .select({ id: bundles.id })
        .from(bundles)
        .where(and(inArray(bundles.state, ['paid', 'queued', 'generating']), lt(bundles.deadlineAt, now)))
        .limit(500)
      for (const { id } of late) await this.giveUp(id)
      const open = await database.queries
        .select({ id: bundles.id })
        .from(bundles)
        .where(inArray(bundles.state, ['queued', 'generating']))
        .limit(500)
      for (const { id } of open) {
        await database.transaction((tx) => enqueueJob(queue, tx, 'generate-bundle', { bundleId: id }))
      }
    },
  }
}

/** The bundle was ended from outside while its headshots were being made. */
class BundleEndedError extends Error {
  override readonly name = 'BundleEndedError'
}

/** What lists show of a bundle. */
export function summarize(row: BundleRow, coverUrl: string | null): BundleSummary {
  const { id, styleId, state, generatedCount, totalCount, createdAt } = row
  return { id, styleId, state, generatedCount, totalCount, coverUrl, createdAt: createdAt.toISOString() }
}

function bundleFolder(bundle: BundleRow): string {
  return `persons/${bundle.personId}/bundles/${bundle.id}`
}

async function lockBundle(tx: Queries, bundleId: string): Promise<BundleRow | undefined> {
  const [row] = await tx.select().from(bundles).where(eq(bundles.id, bundleId)).for('update')
  return row
}

async function lockBundles(tx: Queries, personId: string, state: BundleRow['state']): Promise<BundleRow[]> {
  return tx
    .select()
    .from(bundles)
    .where(and(eq(bundles.personId, personId), eq(bundles.state, state)))
    .orderBy(asc(bundles.createdAt))
    .for('update')
}

async function advance(tx: Queries, row: BundleRow, event: BundleEvent): Promise<BundleRow> {
  const state = bundleLifecycle.next(row.state, event)
  await tx.update(bundles).set({ state }).where(eq(bundles.id, row.id))
  return { ...row, state }
}

/** A refunded bundle keeps nothing: its headshots go with the money. */
async function failAndRefund(tx: Queries, row: BundleRow): Promise<void> {
  await advance(tx, await advance(tx, row, 'fail'), 'refund')
  await refundPayment(tx, row.id)
  await tx.delete(headshots).where(eq(headshots.bundleId, row.id))
  await tx.update(bundles).set({ generatedCount: 0 }).where(eq(bundles.id, row.id))
}

async function loadModel(queries: Queries, storage: Storage, personId: string): Promise<Uint8Array> {
  const [training] = await queries
    .select({ modelKey: trainings.modelKey })
    .from(trainings)
    .innerJoin(persons, eq(persons.id, trainings.personId))
    .where(and(eq(trainings.personId, personId), eq(trainings.state, 'succeeded')))
    .orderBy(desc(trainings.createdAt))
    .limit(1)
  const model = training?.modelKey ? await storage.get(training.modelKey) : undefined
  if (!model) throw new Error(`person ${personId} has no model`)
  return model
}

async function makePlan(
  queries: Queries,
  engine: Engine,
  model: Uint8Array,
  bundle: BundleRow,
  signal: AbortSignal,
): Promise<Shot[]> {
  const plan = await engine.plan(model, bundle.styleId, bundle.totalCount + REROLLS_MAX, { signal })
  await queries.update(bundles).set({ plan }).where(eq(bundles.id, bundle.id))
  return plan
}
