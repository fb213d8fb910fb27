import { and, eq, inArray, max, ne } from 'drizzle-orm'
import { OPEN_REROLL_STATES, type RerollFailure } from '#contract/bundles.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { inMs, runningMaxMs } from '#backend/features/deadlines.ts'
import { enqueueCancellation } from '#backend/features/engine-release.ts'
import { EngineJobError, finishEngineJob } from '#backend/features/engine-job.ts'
import { enqueueDeletion } from '#backend/features/files/files-service.ts'
import { selfieChoices } from '#backend/features/selfies/selfies-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { ModelRef, RenderedPicture, Shot } from '#backend/providers/engine/engine-port.ts'
import { dropHeadshot, rerollFolder } from './headshot-files.ts'
import { REROLLS_MAX } from './render-until-enough.ts'
import { createDuplicateFilter } from './duplicate-filter.ts'
import type { GenerationDeps } from './bundle-generation.ts'
import { createJudge, insertHeadshot, storePicture, type Judged } from './store-headshot.ts'
import { unknownTo } from './new-shots.ts'
import { lockBundle, type BundleRow } from './bundle-records.ts'
import { rerollLifecycle } from './reroll-lifecycle.ts'
import { failReroll, lockReroll, type RerollRow } from './reroll-records.ts'

const { bundles, headshots, rerolls } = tables

/** Shots tried for one re-roll before it is given up. */
export const REROLL_ATTEMPTS = 4

interface Attempt {
  bundle: BundleRow
  reroll: RerollRow
  shotIndex: number
  /** Undefined where the plan has no more; of the engine's own encoding. */
  shot: Shot
}

/** The bundle or the re-roll was ended from outside. */
class RerollEndedError extends Error {
  override readonly name = 'RerollEndedError'
}

/** Makes re-rolls, in jobs. */
export function createRerolls({ database, queue, storage, signer, engine, eye, modelOf }: GenerationDeps) {
  const judge = createJudge({ database, eye })

  const giveUp = (rerollId: string, failure: RerollFailure): Promise<void> =>
    database.transaction(async (tx) => {
      const held = await lockHeld(tx, rerollId)
      if (held && rerollLifecycle.allows(held.reroll.state, 'fail')) {
        await failReroll(tx, queue, held.reroll, failure)
      }
    })

  /**
   * The unused shots of a plan, by the owner's current choices, that differ from the bundle's headshots; extends a
   * plan that is used up.
   */
  const restFor = async (
    { bundle, reroll }: { bundle: BundleRow; reroll: RerollRow },
    model: ModelRef,
    signal: AbortSignal,
  ): Promise<(plan: readonly Shot[], usedCount: number) => Shot[]> => {
    const choices = await selfieChoices(database.queries, bundle.personId)
    const count = (bundle.plan?.length ?? 0) + REROLLS_MAX
    const longer = await engine.plan(model, bundle.styleId, count, choices, { signal })
    const kept = await database.queries
      .select({ shotIndex: headshots.shotIndex })
      .from(headshots)
      .where(
        and(
          eq(headshots.bundleId, bundle.id),
          eq(headshots.passed, true),
          ne(headshots.userImageKey, reroll.userImageKey),
        ),
      )
    return (plan, usedCount) => {
      const framings = new Set(kept.map(({ shotIndex }) => engine.framingOf(plan[shotIndex])))
      const unlike = (shots: Shot[]) => shots.filter((shot) => !framings.has(engine.framingOf(shot)))
      // A model that was made anew may be of an engine that did not plan the rest.
      const rest = plan.slice(usedCount).filter((shot) => engine.plannedShot(shot, model))
      const left = unlike(engine.chosen(rest, choices))
      return left.length > 0 ? left : unlike(unknownTo(plan, longer))
    }
  }

  const render = (attempt: Attempt, model: ModelRef, signal: AbortSignal): Promise<RenderedPicture> => {
    const { bundle, reroll, shotIndex, shot } = attempt
    const { styleId, cares, look } = bundle
    // An order id of its own, because a repair has shots of the same numbers.
    const order = { id: `${reroll.id}/${shotIndex}`, model, styleId, shot, cares, look }
    return finishEngineJob(engine, {
      id: order.id,
      storedId: reroll.engineJobId,
      submit: () => engine.submitRender(order, { signal }),
      poll: (jobId) => engine.pollRender(jobId, { signal }),
      async store(engineJobId) {
        const isKept = await database.transaction(async (tx) => {
          const held = await lockHeld(tx, reroll.id)
          const isWanted = held?.bundle.state === 'ready' && held.reroll.state === 'making'
          if (isWanted) await tx.update(rerolls).set({ engineJobId }).where(eq(rerolls.id, reroll.id))
          else await enqueueCancellation(queue, tx, [engineJobId])
          return isWanted
        })
        if (!isKept) throw new RerollEndedError()
      },
      signal,
    })
  }

  /**
   * Stores the files first, then the new row in place of the old one; a picture that did not pass is stored beside
   * it.
   */
  const keep = async (attempt: Attempt, made: RenderedPicture, verdict: Judged): Promise<void> => {
    const { bundle, reroll, shotIndex } = attempt
    const stored = await storePicture({ storage, signer }, rerollFolder(bundle), shotIndex, made)
    await database.transaction(async (tx) => {
      const held = await lockHeld(tx, reroll.id)
      const isWanted =
        held?.bundle.state === 'ready' &&
        held.reroll.state === 'making' &&
        held.reroll.shotIndex === shotIndex
      const key =
        isWanted && (await insertHeadshot(tx, { bundleId: bundle.id, shotIndex }, stored, made, verdict))
      if (!key) return enqueueDeletion(queue, tx, { keys: [stored.imageKey, stored.thumbnailKey] })
      if (!verdict.passed) {
        await tx.update(rerolls).set({ shotIndex: null, engineJobId: null }).where(eq(rerolls.id, reroll.id))
        return
      }
      await dropHeadshot(tx, queue, bundle.id, reroll.userImageKey)
      // One went and one came, unless the old one had gone by itself.
      const generatedCount = (await passedOf(tx, bundle.id)).length
      await tx.update(bundles).set({ generatedCount }).where(eq(bundles.id, bundle.id))
      const state = rerollLifecycle.next(held.reroll.state, 'finish')
      await tx
        .update(rerolls)
        .set({ state, newUserImageKey: key, engineJobId: null })
        .where(eq(rerolls.id, reroll.id))
    })
  }

  return {
    giveUp,

    /** Makes shots of the style until one passes the gate; a later run goes on with the one under way. */
    async make(rerollId: string, signal: AbortSignal): Promise<void> {
      for (;;) {
        const asked = await askedOf(database.queries, rerollId)
        if (!asked) return
        const { bundle } = asked
        const made = await modelOf(bundle.id, signal)
        if (!made) throw new Error(`bundle ${bundle.id} has no model`)
        const { model } = made
        const restOf = await restFor(asked, model, signal)
        const isPlanned = (shot: Shot) => engine.plannedShot(shot, model)
        const attempt = await database.transaction((tx) => begin(tx, queue, rerollId, restOf, isPlanned))
        if (!attempt) return
        const { shot } = attempt
        if (attempt.reroll.attempts > REROLL_ATTEMPTS) return giveUp(rerollId, 'not_passed')
        // All available shots were tried, and none passed.
        if (shot === undefined)
          return giveUp(rerollId, attempt.reroll.attempts > 1 ? 'not_passed' : 'no_other')
        try {
          const picture = await render(attempt, model, signal)
          const gate = createDuplicateFilter(await passedOf(database.queries, bundle.id), (one, other) =>
            eye.distanceOf(one, other),
          )
          await keep(attempt, picture, gate(picture.verdict ?? (await judge(bundle, picture, signal))))
        } catch (error) {
          if (error instanceof RerollEndedError) return
          if (!(error instanceof EngineJobError) || error.code !== 'refused') throw error
          return giveUp(rerollId, 'refused')
        }
      }
    },

    /** Ends re-rolls past their deadline, and enqueues those that lost their job. */
    async reconcile(round: Reconciliation): Promise<void> {
      const where = inArray(rerolls.state, OPEN_REROLL_STATES)
      const open = { name: 'rerolls', table: rerolls, at: rerolls.deadlineAt, id: rerolls.id, where }
      await reconcileRows(database.queries, round, open, ({ id, at: deadlineAt }) =>
        deadlineAt < round.now
          ? giveUp(id, 'technical')
          : database.transaction((tx) => enqueueJob(queue, tx, 'reroll-headshot', { rerollId: id })),
      )
    },
  }
}

/** The bundle first, as every transaction does that holds both. */
async function lockHeld(
  tx: Queries,
  rerollId: string,
): Promise<{ bundle: BundleRow; reroll: RerollRow } | undefined> {
  const [found] = await tx
    .select({ bundleId: rerolls.bundleId })
    .from(rerolls)
    .where(eq(rerolls.id, rerollId))
  const bundle = found && (await lockBundle(tx, found.bundleId))
  const reroll = bundle && (await lockReroll(tx, rerollId))
  return reroll && { bundle, reroll }
}

async function askedOf(
  queries: Queries,
  rerollId: string,
): Promise<{ bundle: BundleRow; reroll: RerollRow } | undefined> {
  const [found] = await queries
    .select({ bundle: bundles, reroll: rerolls })
    .from(rerolls)
    .innerJoin(bundles, eq(bundles.id, rerolls.bundleId))
    .where(and(eq(rerolls.id, rerollId), eq(bundles.state, 'ready')))
  return found
}

/**
 * Reserves the next shot of the plan, unless an earlier run reserved one; undefined when there is no work.
 * @param restOf see `restFor`: its result replaces the unused rest of the plan
 * @param isPlanned whether the engine that has the model now can make a shot: a reserved one that it cannot, of an engine that
 *   was taken out of the list meanwhile, gives way to another, and is no further try
 */
async function begin(
  tx: Queries,
  queue: Queue,
  rerollId: string,
  restOf: (plan: readonly Shot[], usedCount: number) => Shot[],
  isPlanned: (shot: Shot) => boolean,
): Promise<Attempt | undefined> {
  const held = await lockHeld(tx, rerollId)
  if (held?.bundle.state !== 'ready' || !rerollLifecycle.allows(held.reroll.state, 'start')) return undefined
  const { bundle, reroll } = held
  const state = rerollLifecycle.next(reroll.state, 'start')
  const before = bundle.plan ?? []
  const reserved = reroll.shotIndex !== null && isPlanned(before[reroll.shotIndex]) ? reroll.shotIndex : null
  const shotIndex = reserved ?? (await nextShotIndex(tx, bundle.id))
  const plan = reserved === null ? [...before.slice(0, shotIndex), ...restOf(before, shotIndex)] : before
  const attempts = reroll.attempts + (reroll.shotIndex === null ? 1 : 0)
  const engineJobId = reserved === null ? null : reroll.engineJobId
  if (engineJobId === null) await enqueueCancellation(queue, tx, [reroll.engineJobId])
  await tx.update(bundles).set({ plan }).where(eq(bundles.id, bundle.id))
  const values = {
    state,
    shotIndex,
    attempts,
    engineJobId,
    deadlineAt: inMs(runningMaxMs('reroll-headshot')),
  }
  await tx.update(rerolls).set(values).where(eq(rerolls.id, rerollId))
  return {
    bundle,
    reroll: { ...reroll, state, shotIndex, attempts, engineJobId },
    shotIndex,
    shot: plan[shotIndex],
  }
}

/** The first shot that is neither made nor running: shots are used in the order of the plan. */
async function nextShotIndex(tx: Queries, bundleId: string): Promise<number> {
  const [made] = await tx
    .select({ last: max(headshots.shotIndex) })
    .from(headshots)
    .where(eq(headshots.bundleId, bundleId))
  const [anew] = await tx
    .select({ last: max(rerolls.shotIndex), replaced: max(rerolls.replacedShotIndex) })
    .from(rerolls)
    .where(eq(rerolls.bundleId, bundleId))
  return Math.max(made?.last ?? -1, anew?.last ?? -1, anew?.replaced ?? -1) + 1
}

/** Fingerprints of the headshots that passed: the new one is to be another than all of these. */
async function passedOf(queries: Queries, bundleId: string): Promise<string[]> {
  const rows = await queries
    .select({ fingerprint: headshots.fingerprint })
    .from(headshots)
    .where(and(eq(headshots.bundleId, bundleId), eq(headshots.passed, true)))
  return rows.map(({ fingerprint }) => fingerprint)
}
