import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { RefundReason } from '#contract/payments.ts'
import type { StyleId } from '#contract/styles.ts'
import {
  OPEN_TRAINING_STATES,
  type Training,
  type TrainingFailure,
  type TrainingState,
} from '#contract/training.ts'
import { enqueueInTurn, enqueueJob, WAITING_MAX_MS } from '#backend/jobs/catalogue.ts'
import { inMs, runningMaxMs } from '#backend/features/deadlines.ts'
import { enqueueDeletion } from '#backend/features/files/files-service.ts'
import {
  awaitTraining,
  queuePaidBundles,
  refundPaidBundles,
  waitingStyles,
} from '#backend/features/bundles/bundles-service.ts'
import { enqueueCancellation, enqueueModelDeletion } from '#backend/features/engine-release.ts'
import { EngineJobError, finishEngineJob } from '#backend/features/engine-job.ts'
import { revokeHandoffs } from '#backend/features/phone-upload/phone-upload-service.ts'
import {
  advancePerson,
  lockPerson,
  needOf,
  readEnginesAgreedTo,
  servesStyle,
  type PersonRow,
} from '#backend/features/persons/persons-service.ts'
import { acceptedSelfies } from '#backend/features/selfies/selfies-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { turnOf } from '#backend/features/turn.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Engine, EngineJob, ModelRef, StylePromises } from '#backend/providers/engine/engine-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { BundleModel } from '#backend/features/feature.ts'
import { trainingLifecycle } from './training-lifecycle.ts'
import { overallPercent, remainingSeconds } from './training-progress.ts'
import { createProgressWriter } from './progress-writer.ts'

const { bundles, trainings } = tables

const REFUND_REASONS: Readonly<Record<TrainingFailure, RefundReason>> = {
  selfies_unusable: 'selfies',
  refused: 'refused',
  engine_failed: 'technical',
  deadline_passed: 'technical',
}

export type TrainingRow = typeof trainings.$inferSelect

/** Starts a locked person's training, the first or a retraining from better selfies. */
export async function requestTraining(tx: Queries, queue: Queue, person: PersonRow): Promise<void> {
  await advancePerson(tx, person, 'training_requested')
  await revokeHandoffs(tx, person.id)
  const id = randomUUID()
  const deadlineAt = inMs(WAITING_MAX_MS)
  await tx.insert(trainings).values({ id, personId: person.id, state: 'queued', deadlineAt })
  const turn = await turnOf(tx, person.id, trainings, inArray(trainings.state, OPEN_TRAINING_STATES))
  await enqueueInTurn(queue, tx, 'train-person', { trainingId: id }, turn)
}

/** A training as its owner sees it. */
export function showTraining(row: TrainingRow, now: Date): Training {
  const { state, stage, progress, failure } = row
  return {
    state,
    stage,
    progress,
    remainingSeconds: state === 'running' ? remainingSeconds(row.startedAt, progress, now) : null,
    failure,
    queuedAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

/** The models of a person, wherever they are. */
export async function modelsOf(queries: Queries, personId: string): Promise<ModelRef[]> {
  const rows = await queries.select().from(trainings).where(eq(trainings.personId, personId))
  return rows.flatMap((row) => modelRefOf(row) ?? [])
}

/**
 * Cancels the engine's jobs and deletes its models of a locked person under deletion; returns the number of models.
 */
export async function releaseTrainings(tx: Queries, queue: Queue, personId: string): Promise<number> {
  const rows = await tx.select().from(trainings).where(eq(trainings.personId, personId)).for('update')
  await enqueueCancellation(
    queue,
    tx,
    rows.map(({ engineJobId }) => engineJobId),
  )
  const models = rows.flatMap((row) => modelRefOf(row) ?? [])
  for (const model of models) await enqueueModelDeletion(queue, tx, model)
  return models.length
}

/** Training persons, in jobs. */
export function createTrainings(deps: {
  database: Database
  queue: Queue
  engine: Engine
  promises: StylePromises
}) {
  const { database, queue, engine, promises } = deps

  /** A model that came too late, for a training that has ended or a person that is gone, is dropped. */
  const succeed = (training: TrainingRow, model: ModelRef): Promise<void> =>
    database.transaction(async (tx) => {
      const held = await lockTraining(tx, training.id)
      await tidyPrepared(tx, queue, training)
      if (!held || !trainingLifecycle.allows(held.training.state, 'progress')) {
        await dropModel(tx, queue, model)
        return
      }
      const state = trainingLifecycle.next(trainingLifecycle.next(held.training.state, 'progress'), 'succeed')
      await tx
        .update(trainings)
        .set({ state, stage: null, progress: 100, ...columnsOf(model), finishedAt: new Date() })
        .where(eq(trainings.id, training.id))
      await advancePerson(tx, held.person, 'training_succeeded')
      await queuePaidBundles(tx, queue, held.person.id)
      await enqueueJob(queue, tx, 'report-event', { event: 'training_succeeded', subjectId: training.id })
    })

  /** Ends a training without a model, and refunds its purchase automatically. */
  const giveUp = async (trainingId: string, failure: TrainingFailure): Promise<void> => {
    await database.transaction(async (tx) => {
      const held = await lockTraining(tx, trainingId)
      if (!held || !trainingLifecycle.allows(held.training.state, 'fail')) return
      const state = trainingLifecycle.next(held.training.state, 'fail')
      await tx
        .update(trainings)
        .set({ state, stage: null, failure, engineJobId: null, finishedAt: new Date() })
        .where(eq(trainings.id, trainingId))
      // A failed retraining leaves the former model unchanged.
      const hasModel = await isTrained(tx, held.person.id)
      const person = await advancePerson(tx, held.person, hasModel ? 'retraining_failed' : 'training_failed')
      const reason = REFUND_REASONS[failure]
      const { training } = held
      const isFor = (styleId: StyleId) =>
        training.startedAt === null || servesStyle(training, styleId, promises)
      await refundPaidBundles(tx, queue, person.id, reason, isFor)
      // Styles of the other kind of engine are tried there.
      if ((await waitingStyles(tx, person.id)).length > 0) await requestTraining(tx, queue, person)
      await tidyPrepared(tx, queue, held.training)
      await enqueueCancellation(queue, tx, [held.training.engineJobId])
    })
  }

  /**
   * Trains the person at the engine on their accepted selfies. An interruption leaves the engine's job to the next
   * attempt, and a lost job's prepared selfies are reused.
   * @param orderId the engine's idempotency key
   */
  const learn = async (
    training: TrainingRow,
    orderId: string,
    signal: AbortSignal,
    onRunning?: (job: Extract<EngineJob<ModelRef>, { state: 'running' }>) => void,
  ): Promise<ModelRef> => {
    const { id, personId, engineJobId } = training
    const selfies = await acceptedSelfies(database.queries, personId)
    const order = {
      id: orderId,
      selfies,
      modelFolder: `persons/${personId}/models`,
      preparedFolder: preparedFolder(training),
      needs: training.needs,
      agreedTo: await readEnginesAgreedTo(database.queries, personId),
    }
    return finishEngineJob(engine, {
      id: orderId,
      storedId: engineJobId,
      async submit() {
        await engine.submitTraining(order, { signal })
        // A training that was ended while its order was being sent: the cancellation found no job at the engine yet.
        if (!(await isIn(database.queries, id, [...OPEN_TRAINING_STATES, 'succeeded'])))
          await database.transaction((tx) => enqueueCancellation(queue, tx, [orderId]))
      },
      poll: (jobId) => engine.pollTraining(jobId, { signal }),
      async store(jobId) {
        const learned = jobId === null ? {} : { selfieIds: selfies.map((selfie) => selfie.id) }
        await database.queries
          .update(trainings)
          .set({ engineJobId: jobId, ...learned })
          .where(eq(trainings.id, id))
      },
      ...(onRunning && { onRunning }),
      signal,
    })
  }

  /** Points a training to the model made in place of `outdated`, unless another one was put there meanwhile. */
  const replaceModel = async (training: TrainingRow, outdated: ModelRef, made: ModelRef): Promise<void> => {
    await database.transaction(async (tx) => {
      const held = await lockTraining(tx, training.id)
      const isFirst = held !== undefined && isSameModel(modelRefOf(held.training), outdated)
      if (isFirst) await tx.update(trainings).set(columnsOf(made)).where(eq(trainings.id, training.id))
      await dropModel(tx, queue, isFirst ? outdated : made)
      await tidyPrepared(tx, queue, training)
    })
  }

  /** The bundle waits for the person to be trained by an engine that makes its style. */
  const requestMissing = async (bundleId: string): Promise<undefined> => {
    await database.transaction(async (tx) => {
      const [found] = await tx
        .select({ personId: bundles.personId })
        .from(bundles)
        .where(eq(bundles.id, bundleId))
      const person = found && (await lockPerson(tx, found.personId))
      if (!person || !(await awaitTraining(tx, bundleId))) return
      if (person.state !== 'training') await requestTraining(tx, queue, person)
    })
  }

  /**
   * The model of a bundle, or undefined where it now waits for one; a model that the engine can no longer read is built
   * again, under a key of its own.
   * A plan of shots belongs to a model, so a bundle keeps its own model when the person is retrained.
   */
  const modelOf = async (bundleId: string, signal: AbortSignal): Promise<BundleModel | undefined> => {
    for (;;) {
      const training = await trainingOfBundle(database.queries, bundleId, promises)
      const model = training && modelRefOf(training)
      if (!model) return requestMissing(bundleId)
      if (await engine.readsModel(model, { signal })) return { model, trainingId: training.id }
      const made = await learn(training, `${training.id}:${nameOf(model)}`, signal)
      await replaceModel(training, model, made)
    }
  }

  return {
    giveUp,
    modelOf,

    /** Trains a person. */
    async run(trainingId: string, signal: AbortSignal): Promise<void> {
      const training = await database.transaction((tx) => start(tx, trainingId, promises))
      if (!training) return
      const progress = createProgressWriter(database, trainingId)
      progress.report('reading', overallPercent('reading', 0))
      try {
        const model = await learn(training, trainingId, signal, ({ stage, fraction }) => {
          if (stage !== null) progress.report(stage, overallPercent(stage, fraction))
        })
        await progress.flush()
        await succeed(training, model)
      } catch (error) {
        await progress.flush()
        if (!(error instanceof EngineJobError)) throw error
        if (error.code !== 'engine_failed') return giveUp(trainingId, error.code)
        // Ended from outside, which canceled the engine's job: no failure.
        if (await isIn(database.queries, trainingId, OPEN_TRAINING_STATES)) throw error
        await database.transaction((tx) => tidyPrepared(tx, queue, training))
      }
    },

    /** Fails trainings past their deadline, and enqueues those that lost their job. */
    async reconcile(round: Reconciliation): Promise<void> {
      const where = inArray(trainings.state, OPEN_TRAINING_STATES)
      const open = { name: 'trainings', table: trainings, at: trainings.deadlineAt, id: trainings.id, where }
      await reconcileRows(database.queries, round, open, ({ id, at: deadlineAt }) =>
        deadlineAt < round.now && !round.refundsPaused
          ? giveUp(id, 'deadline_passed')
          : database.transaction((tx) => enqueueJob(queue, tx, 'train-person', { trainingId: id })),
      )
    },
  }
}

/**
 * The training that the bundle was planned with. Of one without a plan, or whose plan does not name it: the latest that
 * was requested with the bundle, with the repair that its headshots come from, or before; after biometric data was
 * deleted, the first since. Only of those whose model makes the bundle's style.
 */
async function trainingOfBundle(
  queries: Queries,
  bundleId: string,
  promises: StylePromises,
): Promise<TrainingRow | undefined> {
  const repairs = alias(bundles, 'repairs')
  const repairedAt = queries
    .select({ at: max(repairs.createdAt) })
    .from(repairs)
    .where(and(eq(repairs.repairOf, bundles.id), eq(repairs.state, 'ready')))
  const isInTime = sql<boolean>`${trainings.createdAt} <= coalesce(${repairedAt}, ${bundles.createdAt})`
  const all = await queries
    .select({ training: trainings, bundle: bundles, isInTime })
    .from(bundles)
    .innerJoin(trainings, eq(trainings.personId, bundles.personId))
    .where(and(eq(bundles.id, bundleId), eq(trainings.state, 'succeeded')))
    .orderBy(desc(trainings.createdAt))
  const planned = all.find(({ training, bundle }) => training.id === bundle.trainingId)
  if (planned) return planned.training
  const serving = all.filter(({ training, bundle }) => servesStyle(training, bundle.styleId, promises))
  // A plan goes on with the model it was made with, also where the settings have another kind make its style today.
  const rows = serving.length === 0 ? all.filter(({ bundle }) => bundle.plan !== null) : serving
  return (rows.find(({ isInTime }) => isInTime) ?? rows.at(-1))?.training
}

async function isTrained(queries: Queries, personId: string): Promise<boolean> {
  const succeeded = await queries
    .select({ id: trainings.id })
    .from(trainings)
    .where(and(eq(trainings.personId, personId), eq(trainings.state, 'succeeded')))
    .limit(1)
  return succeeded.length > 0
}

async function isIn(
  queries: Queries,
  trainingId: string,
  states: readonly TrainingState[],
): Promise<boolean> {
  const found = await queries
    .select({ id: trainings.id })
    .from(trainings)
    .where(and(eq(trainings.id, trainingId), inArray(trainings.state, [...states])))
  return found.length > 0
}

/** Begins a training or goes on with it; as it begins, the bundle that waits longest decides what its engine is to do. */
async function start(
  tx: Queries,
  trainingId: string,
  promises: StylePromises,
): Promise<TrainingRow | undefined> {
  const [row] = await tx.select().from(trainings).where(eq(trainings.id, trainingId)).for('update')
  if (!row || !trainingLifecycle.allows(row.state, 'start')) return undefined
  const state = trainingLifecycle.next(row.state, 'start')
  const [styleId] = row.state === 'queued' ? await waitingStyles(tx, row.personId) : []
  const needs = styleId === undefined ? row.needs : needOf(styleId, promises)
  const times = { startedAt: inMs(0), deadlineAt: inMs(runningMaxMs('train-person')) }
  const [started] = await tx
    .update(trainings)
    .set({ state, needs, ...times, stage: null, progress: 0 })
    .where(eq(trainings.id, trainingId))
    .returning()
  return started
}

/** The person first, as every transaction does that holds both. */
async function lockTraining(
  tx: Queries,
  trainingId: string,
): Promise<{ training: TrainingRow; person: PersonRow } | undefined> {
  const [found] = await tx
    .select({ personId: trainings.personId })
    .from(trainings)
    .where(eq(trainings.id, trainingId))
  const person = found && (await lockPerson(tx, found.personId))
  const [training] = await tx.select().from(trainings).where(eq(trainings.id, trainingId)).for('update')
  return person && training ? { person, training } : undefined
}

/** Deletes prepared selfies after a training: the model contains all of them. */
function tidyPrepared(
  tx: Queries,
  queue: Queue,
  training: Pick<TrainingRow, 'id' | 'personId'>,
): Promise<void> {
  return enqueueDeletion(queue, tx, { prefixes: [`${preparedFolder(training)}/`] })
}

function preparedFolder({ id, personId }: Pick<TrainingRow, 'id' | 'personId'>): string {
  return `persons/${personId}/prepared/${id}`
}

/** Deletes a model at the engine and in storage, once no row names it. */
async function dropModel(tx: Queries, queue: Queue, model: ModelRef): Promise<void> {
  if (model.kind === 'file') await enqueueDeletion(queue, tx, { keys: [model.key] })
  await enqueueModelDeletion(queue, tx, model)
}

/** The columns that name a model; the engine's job is finished. */
function columnsOf(model: ModelRef) {
  return {
    modelKey: model.kind === 'file' ? model.key : null,
    modelVersion: model.kind === 'version' ? model.version : null,
    engineJobId: null,
  }
}

function modelRefOf({ modelKey, modelVersion }: TrainingRow): ModelRef | undefined {
  if (modelKey !== null) return { kind: 'file', key: modelKey }
  return modelVersion === null ? undefined : { kind: 'version', version: modelVersion }
}

function nameOf(model: ModelRef): string {
  return model.kind === 'file' ? model.key : model.version
}

function isSameModel(one: ModelRef | undefined, other: ModelRef): boolean {
  return one?.kind === other.kind && nameOf(one) === nameOf(other)
}
