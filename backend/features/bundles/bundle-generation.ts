import { and, eq } from 'drizzle-orm'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { inMs, runningMaxMs } from '#backend/features/deadlines.ts'
import { EngineJobError, finishEngineJob } from '#backend/features/engine-job.ts'
import type { BundleModel } from '#backend/features/feature.ts'
import { enqueueCancellation } from '#backend/features/engine-release.ts'
import { enqueueDeletion } from '#backend/features/files/files-service.ts'
import { recordDelivery, refundShare } from '#backend/features/payments/payments-service.ts'
import { extendRetention, lockPerson } from '#backend/features/persons/persons-service.ts'
import { selfieChoices } from '#backend/features/selfies/selfies-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type {
  Engine,
  EngineJobId,
  ModelRef,
  RenderedPicture,
  Shot,
} from '#backend/providers/engine/engine-port.ts'
import type { Eye } from '#backend/providers/eye/eye-port.ts'
import type { Metrics } from '#backend/providers/metrics/metrics-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Signer } from '#backend/providers/signer/signer-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { costOfOrders } from '#backend/features/vendor-jobs/vendor-jobs-service.ts'
import { candidatesBeyond, mayTryAnother } from './candidates.ts'
import { renderUntilEnough } from './render-until-enough.ts'
import { createDuplicateFilter } from './duplicate-filter.ts'
import { bundleLifecycle } from './bundle-lifecycle.ts'
import { createJudge, insertHeadshot, storePicture, type Judged } from './store-headshot.ts'
import { tellReady } from './bundle-mails.ts'
import {
  advance,
  bundleFolder,
  cancelRenders,
  countRefused,
  failAndRefund,
  failRepair,
  lockBundle,
  takePlace,
  tidyBundle,
  type BundleRow,
} from './bundle-records.ts'
import { shortfallOf } from './shortfall.ts'

const { bundles, headshots, renders } = tables

export interface GenerationDeps {
  database: Database
  queue: Queue
  storage: Storage
  signer: Signer
  engine: Engine
  eye: Eye
  /** As `WorkDeps.modelOf`. */
  modelOf: (bundleId: string, signal: AbortSignal) => Promise<BundleModel | undefined>
  metrics?: Pick<Metrics, 'headshotJudged' | 'bundleDelivered'>
}

/** Making the headshots of bundles, in jobs. */
export function createGeneration(deps: GenerationDeps) {
  const { database, queue, storage, signer, engine, eye, modelOf, metrics } = deps
  const judge = createJudge({ database, eye })

  /** Files first, then the row and the count in one transaction; false when the bundle has ended meanwhile. */
  const keep = async (
    bundle: BundleRow,
    shotIndex: number,
    made: RenderedPicture,
    verdict: Judged,
  ): Promise<boolean> => {
    const stored = await storePicture({ storage, signer }, bundleFolder(bundle), shotIndex, made)
    return database.transaction(async (tx) => {
      const current = await lockBundle(tx, bundle.id)
      const drop = () => enqueueDeletion(queue, tx, { keys: [stored.imageKey, stored.thumbnailKey] })
      if (current?.state !== 'generating' || current.frozenAt !== null) {
        await drop()
        return false
      }
      const key = await insertHeadshot(tx, { bundleId: bundle.id, shotIndex }, stored, made, verdict)
      await tx.delete(renders).where(isShot(bundle.id, shotIndex))
      // Another worker made this shot first; its files are the ones the row names.
      if (key === undefined) await drop()
      else if (verdict.passed) {
        const generatedCount = current.generatedCount + 1
        await tx.update(bundles).set({ generatedCount }).where(eq(bundles.id, bundle.id))
      }
      return true
    })
  }

  /** Missing headshots are refunded by the transaction that delivers the others. */
  const finish = async (bundleId: string): Promise<void> => {
    const isDelivered = await database.transaction(async (tx) => {
      const bundle = await lockBundle(tx, bundleId)
      if (bundle?.state !== 'generating' || bundle.frozenAt !== null) return false
      const missingCount = bundle.totalCount - bundle.generatedCount
      if (missingCount > bundle.generatedCount) {
        const refusedCount = await countRefused(tx, bundleId)
        const wouldDo = missingCount - refusedCount <= bundle.generatedCount + refusedCount
        await failAndRefund(tx, queue, bundle, wouldDo ? 'refused' : 'selfies')
        return false
      }
      await advance(tx, bundle, 'finish')
      await recordDelivery(tx, bundleId)
      await extendRetention(tx, bundle.personId)
      const payment = await refundShare(tx, queue, bundleId, missingCount)
      await tellReady(tx, queue, bundle, { occasion: bundleId, shortfall: payment && shortfallOf(payment) })
      await enqueueJob(queue, tx, 'report-event', { event: 'headshots_ready', subjectId: bundleId })
      await tidyBundle(tx, queue, bundle)
      return true
    })
    if (isDelivered) metrics?.bundleDelivered()
  }

  /** The repair's headshots replace the bundle's. A repair with fewer headshots fails and may be tried again. */
  const finishRepair = async ({ id, personId, repairOf }: BundleRow): Promise<void> => {
    await database.transaction(async (tx) => {
      // The person first, as every transaction does that holds several of their bundles.
      const person = await lockPerson(tx, personId)
      const bundle = person && repairOf !== null ? await lockBundle(tx, repairOf) : undefined
      const repair = await lockBundle(tx, id)
      if (!bundle || repair?.state !== 'generating') return
      if (bundle.state !== 'ready') return failRepair(tx, queue, repair, 'technical')
      if (repair.generatedCount < bundle.generatedCount) return failRepair(tx, queue, repair, 'no_better')
      const renewed = await takePlace(tx, queue, { repair, bundle })
      await extendRetention(tx, personId)
      await tellReady(tx, queue, renewed, { occasion: id })
      await tidyBundle(tx, queue, repair)
    })
  }

  /** False when the bundle has ended meanwhile: then the picture is not needed. */
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

  /** Notes a shot that the engine refused: it is told, and not tried again. */
  const keepRefused = async (
    bundleId: string,
    shotIndex: number,
    engineJobId: EngineJobId,
  ): Promise<void> => {
    if (!(await keepRender(bundleId, shotIndex, engineJobId))) throw new BundleEndedError()
    await database.queries.update(renders).set({ isRefused: true }).where(isShot(bundleId, shotIndex))
  }

  /** One picture, by the job an earlier run submitted where there is one; undefined when it was refused. */
  const render = async (
    bundle: BundleRow,
    model: ModelRef,
    [shotIndex, shot]: [number, Shot],
    storedId: EngineJobId | null,
    signal: AbortSignal,
  ): Promise<RenderedPicture | undefined> => {
    const { id: bundleId, styleId, cares, look } = bundle
    const order = { id: orderIdOf(bundleId, shotIndex), model, styleId, shot, cares, look }
    return finishEngineJob(engine, {
      id: order.id,
      storedId,
      submit: () => engine.submitRender(order, { signal }),
      poll: (jobId) => engine.pollRender(jobId, { signal }),
      async store(engineJobId) {
        if (engineJobId === null) await database.queries.delete(renders).where(isShot(bundleId, shotIndex))
        else if (!(await keepRender(bundleId, shotIndex, engineJobId))) throw new BundleEndedError()
      },
      signal,
    }).catch(async (error: unknown) => {
      if (!(error instanceof EngineJobError) || error.code !== 'refused') throw error
      await keepRefused(bundleId, shotIndex, order.id)
      return undefined
    })
  }

  return {
    /** Makes the headshots of a bundle, and stores each at once; a later run continues after the last stored one. */
    async generate(bundleId: string, signal: AbortSignal): Promise<void> {
      const bundle = await database.transaction(async (tx) => {
        const row = await lockBundle(tx, bundleId)
        const mayGoOn = row && row.frozenAt === null && bundleLifecycle.allows(row.state, 'generate')
        if (!mayGoOn) return undefined
        await tx
          .update(bundles)
          .set({ deadlineAt: inMs(runningMaxMs('generate-bundle')) })
          .where(eq(bundles.id, bundleId))
        return advance(tx, row, 'generate')
      })
      if (!bundle) return
      const made = await modelOf(bundle.id, signal)
      if (!made) return
      const { model } = made
      const plan = bundle.plan ?? (await makePlan(database.queries, engine, made, bundle, signal))
      const { shots, passed, kept, openJobs } = await progressOf(database.queries, bundleId, plan)
      const gate = createDuplicateFilter(passed, (one, other) => eye.distanceOf(one, other))
      const orderIds = plan.map((_, shotIndex) => orderIdOf(bundleId, shotIndex))
      let ended = plan.length - shots.length
      let underWay = 0
      let costMicros = await costOfOrders(database.queries, orderIds)
      const make = async (entry: [number, Shot]) => {
        const [shotIndex] = entry
        underWay += 1
        const made = await render(bundle, model, entry, openJobs.get(shotIndex) ?? null, signal)
        costMicros = await costOfOrders(database.queries, orderIds)
        underWay -= 1
        ended += 1
        if (!made) return false
        const verdict = gate(made.verdict ?? (await judge(bundle, made, signal)))
        metrics?.headshotJudged({
          engine: made.engine,
          styleId: bundle.styleId,
          likeness: verdict.likeness,
          reasons: verdict.reasons,
        })
        if (!(await keep(bundle, shotIndex, made, verdict))) throw new BundleEndedError()
        return verdict.passed
      }
      try {
        const filling = {
          items: shots,
          wanted: bundle.totalCount - passed.length,
          parallelism: engine.parallelism,
          framingOf: ([, shot]: [number, Shot]) => engine.framingOf(shot),
          kept: kept.map((shot) => engine.framingOf(shot)),
          // A picture that the engine is already making is paid for, so its result is fetched beyond the budget too.
          mayStart: ([shotIndex]: [number, Shot]) =>
            openJobs.has(shotIndex) ||
            mayTryAnother({
              styleId: bundle.styleId,
              wanted: bundle.totalCount,
              ended,
              underWay,
              costMicros,
            }),
        }
        await renderUntilEnough(filling, make)
      } catch (error) {
        if (!(error instanceof BundleEndedError)) throw error
        await database.transaction((tx) => cancelRenders(tx, queue, bundleId))
        return
      }
      await (bundle.repairOf === null ? finish(bundleId) : finishRepair(bundle))
    },
  }
}

/** The bundle was ended or frozen from outside while its headshots were being made. */
class BundleEndedError extends Error {
  override readonly name = 'BundleEndedError'
}

/** The engine's order of a shot. */
const orderIdOf = (bundleId: string, shotIndex: number): EngineJobId => `${bundleId}/${shotIndex}`

function isShot(bundleId: string, shotIndex: number) {
  return and(eq(renders.bundleId, bundleId), eq(renders.shotIndex, shotIndex))
}

/** What of a plan is still to be made, shots and fingerprints of what passed, and the engine's jobs under way by shot. */
async function progressOf(
  queries: Queries,
  bundleId: string,
  plan: Shot[],
): Promise<{
  shots: [number, Shot][]
  passed: string[]
  kept: Shot[]
  openJobs: Map<number, EngineJobId>
}> {
  const made = await queries
    .select({
      shotIndex: headshots.shotIndex,
      passed: headshots.passed,
      fingerprint: headshots.fingerprint,
    })
    .from(headshots)
    .where(eq(headshots.bundleId, bundleId))
  const jobs = await queries.select().from(renders).where(eq(renders.bundleId, bundleId))
  const refused = jobs.filter(({ isRefused }) => isRefused)
  const open = jobs.filter(({ isRefused }) => !isRefused)
  const done = new Set([...made, ...refused].map((row) => row.shotIndex))
  return {
    shots: [...plan.entries()].filter(([shotIndex]) => !done.has(shotIndex)),
    passed: made.flatMap((row) => (row.passed ? [row.fingerprint] : [])),
    kept: made.flatMap((row) => (row.passed ? [plan[row.shotIndex]] : [])),
    openJobs: new Map(open.map((row) => [row.shotIndex, row.engineJobId])),
  }
}

async function makePlan(
  queries: Queries,
  engine: Engine,
  { model, trainingId }: BundleModel,
  bundle: BundleRow,
  signal: AbortSignal,
): Promise<Shot[]> {
  const choices = await selfieChoices(queries, bundle.personId)
  const count = bundle.totalCount + candidatesBeyond(bundle.styleId)
  const plan = await engine.plan(model, bundle.styleId, count, choices, { signal })
  await queries.update(bundles).set({ plan, trainingId }).where(eq(bundles.id, bundle.id))
  return plan
}
