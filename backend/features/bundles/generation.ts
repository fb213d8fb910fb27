import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { enqueueDeletion, newKey } from '#backend/features/files/service.ts'
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
import { bundleLifecycle } from './lifecycle.ts'
import { advance, bundleFolder, failAndRefund, lockBundle, tidyBundle, type BundleRow } from './records.ts'

const { bundles, headshots } = tables

const HEADSHOT_MAX_BYTES = 64 * 1024 * 1024
/** 128 bits: the key is all that protects a shared image. */
const USER_IMAGE_KEY_BYTES = 16

export interface GenerationDeps {
  database: Database
  queue: Queue
  storage: Storage
  engine: Engine
  /** The encoded model of a trained person. */
  modelOf: (personId: string, signal: AbortSignal) => Promise<Uint8Array>
}

export function createGeneration({ database, queue, storage, engine, modelOf }: GenerationDeps) {
  /** Files first, then the row and the count in one transaction; false when the bundle has ended meanwhile. */
  const keep = async (bundle: BundleRow, shotIndex: number, made: RenderedHeadshot): Promise<boolean> => {
    const folder = bundleFolder(bundle)
    const imageKey = newKey(folder, String(shotIndex), 'jpg')
    const thumbnailKey = newKey(folder, String(shotIndex), 'webp')
    const { sizeBytes, sha256 } = await storage.put(imageKey, made.image, HEADSHOT_MAX_BYTES)
    // What the record answers for is the file as it was finished.
    if (sha256 !== made.sha256) throw new Error(`${imageKey} was not stored as it was finished`)
    await storage.put(thumbnailKey, made.thumbnail, HEADSHOT_MAX_BYTES)
    return database.transaction(async (tx) => {
      const current = await lockBundle(tx, bundle.id)
      const drop = () => enqueueDeletion(queue, tx, { keys: [imageKey, thumbnailKey] })
      if (current?.state !== 'generating') {
        await drop()
        return false
      }
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
      // Another worker made this shot first; its files are the ones the row names.
      if (inserted.length === 0) await drop()
      else if (passed) {
        const generatedCount = current.generatedCount + 1
        await tx.update(bundles).set({ generatedCount }).where(eq(bundles.id, bundle.id))
      }
      return true
    })
  }

  const finish = async (bundleId: string): Promise<void> => {
    await database.transaction(async (tx) => {
      const bundle = await lockBundle(tx, bundleId)
      if (bundle?.state !== 'generating') return
      if (bundle.generatedCount * 2 < bundle.totalCount) return failAndRefund(tx, queue, bundle)
      await advance(tx, bundle, 'finish')
      await tidyBundle(tx, queue, bundle)
    })
  }

  return {
    /** Makes the headshots of a bundle, each kept as it comes; a later run goes on after the last one kept. */
    async generate(bundleId: string, signal: AbortSignal): Promise<void> {
      const bundle = await database.transaction(async (tx) => {
        const row = await lockBundle(tx, bundleId)
        return row && bundleLifecycle.allows(row.state, 'generate') ? advance(tx, row, 'generate') : undefined
      })
      if (!bundle) return
      const model = await modelOf(bundle.personId, signal)
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
  }
}

/** The bundle was ended from outside while its headshots were being made. */
class BundleEndedError extends Error {
  override readonly name = 'BundleEndedError'
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
