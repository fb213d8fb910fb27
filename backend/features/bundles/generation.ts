import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { finishEngineJob } from '#backend/features/engine-job.ts'
import { enqueueCancellation } from '#backend/features/engine-release.ts'
import { enqueueDeletion, newKey } from '#backend/features/files/service.ts'
import { recordGenerated } from '#backend/features/provenance/service.ts'
import { acceptedSelfies } from '#backend/features/selfies/service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/port.ts'
import type { Engine, EngineJobId, ModelRef, RenderedPicture, Shot } from '#backend/providers/engine/port.ts'
import type { Eye, HeadshotVerdict } from '#backend/providers/eye/port.ts'
import type { Queue } from '#backend/providers/queue/port.ts'
import type { Storage } from '#backend/providers/storage/port.ts'
import { REROLLS_MAX, makeUntilEnough } from './filling.ts'
import { createGate } from './gate.ts'
import { bundleLifecycle } from './lifecycle.ts'
import {
  advance,
  bundleFolder,
  cancelRenders,
  failAndRefund,
  lockBundle,
  tidyBundle,
  type BundleRow,
} from './records.ts'

const { bundles, headshots, renders } = tables

const HEADSHOT_MAX_BYTES = 64 * 1024 * 1024
/** 128 bits: the key is all that protects a shared image. */
const USER_IMAGE_KEY_BYTES = 16

export interface GenerationDeps {
  database: Database
  queue: Queue
  storage: Storage
  engine: Engine
  eye: Eye
  /** The model of a trained person, which the engine reads. */
  modelOf: (personId: string, signal: AbortSignal) => Promise<ModelRef>
}

type Judged = HeadshotVerdict & { passed: boolean }

export type Generation = ReturnType<typeof createGeneration>

/** Making the headshots of bundles, in jobs. */
export function createGeneration({ database, queue, storage, engine, eye, modelOf }: GenerationDeps) {
  /** Files first, then the row and the count in one transaction; false when the bundle has ended meanwhile. */
  const keep = async (
    bundle: BundleRow,
    shotIndex: number,
    made: RenderedPicture,
    verdict: Judged,
  ): Promise<boolean> => {
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
      if (current?.state !== 'generating' || current.frozenAt !== null) {
        await drop()
        return false
      }
      const { width, height, sourceKey } = made
      const { likeness, passed, reasons, fingerprint, appeal } = verdict
      const userImageKey = randomBytes(USER_IMAGE_KEY_BYTES).toString('base64url')
      const inserted = await tx
        .insert(headshots)
        .values({
          ...{ userImageKey, bundleId: bundle.id, shotIndex, imageKey, thumbnailKey, sizeBytes, sha256 },
          ...{ width, height, likeness, passed, reasons, fingerprint, appeal, sourceKey },
        })
        .onConflictDoNothing()
        .returning({ key: headshots.userImageKey })
      await tx.delete(renders).where(isShot(bundle.id, shotIndex))
      if (inserted.length > 0) await recordGenerated(tx, 'headshot', sha256)
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
      if (bundle?.state !== 'generating' || bundle.frozenAt !== null) return
      if (bundle.generatedCount * 2 < bundle.totalCount) return failAndRefund(tx, queue, bundle)
      await advance(tx, bundle, 'finish')
      await enqueueJob(queue, tx, 'report-event', { event: 'headshots_ready', subjectId: bundleId })
      await tidyBundle(tx, queue, bundle)
    })
  }

  /** False when the bundle has ended meanwhile: then nobody wants the picture. */
  const keepRender = (bundleId: string, shotIndex: number, engineJobId: EngineJobId): Promise<boolean> =>
    database.transaction(async (tx) => {
      const current = await lockBundle(tx, bundleId)
      if (current?.state !== 'generating') {
        await enqueueCancellation(queue, tx, [engineJobId])
        return false
      }
      await tx
        .insert(renders)
        .values({ bundleId, shotIndex, engineJobId })
        .onConflictDoUpdate({ target: [renders.bundleId, renders.shotIndex], set: { engineJobId } })
      return true
    })

  /** One picture, by the job an earlier run submitted where there is one. */
  const render = (
    bundle: BundleRow,
    model: ModelRef,
    [shotIndex, shot]: [number, Shot],
    storedId: EngineJobId | null,
    signal: AbortSignal,
  ): Promise<RenderedPicture> => {
    const { id: bundleId, styleId } = bundle
    const order = { id: `${bundleId}/${shotIndex}`, model, styleId, shot }
    return finishEngineJob(engine, {
      storedId,
      submit: () => engine.submitRender(order, { signal }),
      poll: (jobId) => engine.pollRender(jobId, { signal }),
      async store(engineJobId) {
        if (engineJobId === null) await database.queries.delete(renders).where(isShot(bundleId, shotIndex))
        else if (!(await keepRender(bundleId, shotIndex, engineJobId))) throw new BundleEndedError()
      },
      signal,
    })
  }

  return {
    /** Makes the headshots of a bundle, each kept as it comes; a later run goes on after the last one kept. */
    async generate(bundleId: string, signal: AbortSignal): Promise<void> {
      const bundle = await database.transaction(async (tx) => {
        const row = await lockBundle(tx, bundleId)
        const mayGoOn = row && row.frozenAt === null && bundleLifecycle.allows(row.state, 'generate')
        return mayGoOn ? advance(tx, row, 'generate') : undefined
      })
      if (!bundle) return
      const model = await modelOf(bundle.personId, signal)
      const plan = bundle.plan ?? (await makePlan(database.queries, engine, model, bundle, signal))
      const { shots, passed, openJobs } = await progressOf(database.queries, bundleId, plan)
      const gate = createGate(passed, (one, other) => eye.distanceOf(one, other))
      const judge = async (image: Uint8Array): Promise<HeadshotVerdict> => {
        const selfies = await acceptedSelfies(database.queries, bundle.personId)
        const person = { readings: selfies.map(({ reading }) => reading), styleId: bundle.styleId }
        return eye.judgeHeadshot(image, person, { signal })
      }
      const make = async (entry: [number, Shot]) => {
        const [shotIndex] = entry
        const made = await render(bundle, model, entry, openJobs.get(shotIndex) ?? null, signal)
        const verdict = gate(made.verdict ?? (await judge(made.image)))
        if (!(await keep(bundle, shotIndex, made, verdict))) throw new BundleEndedError()
        return verdict.passed
      }
      try {
        const missing = bundle.totalCount - passed.length
        await makeUntilEnough(shots.values(), missing, engine.parallelism, make)
      } catch (error) {
        if (!(error instanceof BundleEndedError)) throw error
        await database.transaction((tx) => cancelRenders(tx, queue, bundleId))
        return
      }
      await finish(bundleId)
    },
  }
}

/** The bundle was ended or frozen from outside while its headshots were being made. */
class BundleEndedError extends Error {
  override readonly name = 'BundleEndedError'
}

function isShot(bundleId: string, shotIndex: number) {
  return and(eq(renders.bundleId, bundleId), eq(renders.shotIndex, shotIndex))
}

/** What of a plan is still to be made, the fingerprints of what passed, and the engine's jobs under way by shot. */
async function progressOf(
  queries: Queries,
  bundleId: string,
  plan: Shot[],
): Promise<{ shots: [number, Shot][]; passed: string[]; openJobs: Map<number, EngineJobId> }> {
  const kept = await queries
    .select({
      shotIndex: headshots.shotIndex,
      passed: headshots.passed,
      fingerprint: headshots.fingerprint,
    })
    .from(headshots)
    .where(eq(headshots.bundleId, bundleId))
  const done = new Set(kept.map((row) => row.shotIndex))
  const open = await queries.select().from(renders).where(eq(renders.bundleId, bundleId))
  return {
    shots: [...plan.entries()].filter(([shotIndex]) => !done.has(shotIndex)),
    passed: kept.flatMap((row) => (row.passed ? [row.fingerprint] : [])),
    openJobs: new Map(open.map((row) => [row.shotIndex, row.engineJobId])),
  }
}

async function makePlan(
  queries: Queries,
  engine: Engine,
  model: ModelRef,
  bundle: BundleRow,
  signal: AbortSignal,
): Promise<Shot[]> {
  const plan = await engine.plan(model, bundle.styleId, bundle.totalCount + REROLLS_MAX, { signal })
  await queries.update(bundles).set({ plan }).where(eq(bundles.id, bundle.id))
  return plan
}
