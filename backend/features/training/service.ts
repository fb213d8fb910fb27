import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { DELIVERY_PROMISE_HOURS } from '#contract/limits.ts'
import {
  OPEN_TRAINING_STATES,
  type Training,
  type TrainingFailure,
  type TrainingStage,
} from '#contract/training.ts'
import { enqueueJob, jobs } from '#backend/jobs/catalogue.ts'
import { enqueueDeletion, newKey } from '#backend/features/files/service.ts'
import { queuePaidBundles, refundPaidBundles } from '#backend/features/bundles/service.ts'
import { advancePerson, lockPerson, type PersonRow } from '#backend/features/persons/service.ts'
import { acceptedSelfies } from '#backend/features/selfies/service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/port.ts'
import { SelfiesUnusableError, type Engine, type PreparedStore } from '#backend/providers/engine/port.ts'
import type { Queue } from '#backend/providers/queue/port.ts'
import type { Storage } from '#backend/providers/storage/port.ts'
import { trainingLifecycle } from './lifecycle.ts'
import { overallPercent, remainingSeconds } from './progress.ts'
import { createProgressWriter } from './progress-writer.ts'

const { trainings } = tables

const PREPARED_MAX_BYTES = 64 * 1024 * 1024
const MODEL_MAX_BYTES = 1024 * 1024 * 1024
/** One hour of the delivery promise for waiting and training; the rest is the bundle's. */
const DEADLINE_MS = (DELIVERY_PROMISE_HOURS - 1) * 3_600_000
const RUN_DEADLINE_MS = jobs['train-person'].deadlineSeconds * 1000

export type TrainingRow = typeof trainings.$inferSelect

/** Sends a locked person into training. */
export async function requestTraining(tx: Queries, queue: Queue, person: PersonRow): Promise<void> {
  await advancePerson(tx, person, 'training_requested')
  const id = randomUUID()
  const deadlineAt = new Date(Date.now() + DEADLINE_MS)
  await tx.insert(trainings).values({ id, personId: person.id, state: 'queued', deadlineAt })
  await enqueueJob(queue, tx, 'train-person', { trainingId: id })
}

/** What its owner sees of a training. */
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

export type Trainings = ReturnType<typeof createTrainings>

export function createTrainings(deps: {
  database: Database
  queue: Queue
  storage: Storage
  engine: Engine
}) {
  const { database, queue, storage, engine } = deps

  const succeed = (trainingId: string, modelKey: string): Promise<void> =>
    database.transaction(async (tx) => {
      const held = await lockTraining(tx, trainingId)
      if (!held || !trainingLifecycle.allows(held.training.state, 'progress')) {
        return enqueueDeletion(queue, tx, { keys: [modelKey] })
      }
      const state = trainingLifecycle.next(trainingLifecycle.next(held.training.state, 'progress'), 'succeed')
      await tx
        .update(trainings)
        .set({ state, stage: null, progress: 100, modelKey, finishedAt: new Date() })
        .where(eq(trainings.id, trainingId))
      await advancePerson(tx, held.person, 'training_succeeded')
      await queuePaidBundles(tx, queue, held.person.id)
      await tidyPrepared(tx, queue, held.training)
    })

  /** Ends a training without a model; the purchase that asked for it is refunded without asking. */
  const giveUp = (trainingId: string, failure: TrainingFailure): Promise<void> =>
    database.transaction(async (tx) => {
      const held = await lockTraining(tx, trainingId)
      if (!held || !trainingLifecycle.allows(held.training.state, 'fail')) return
      const state = trainingLifecycle.next(held.training.state, 'fail')
      await tx
        .update(trainings)
        .set({ state, stage: null, failure, finishedAt: new Date() })
        .where(eq(trainings.id, trainingId))
      await advancePerson(tx, held.person, 'training_failed')
      await refundPaidBundles(tx, queue, held.person.id)
      await tidyPrepared(tx, queue, held.training)
    })

  /** Makes the model of the accepted selfies and stores it; after an interruption it takes over what was prepared. */
  const learn = async (
    { id: trainingId, personId }: Pick<TrainingRow, 'id' | 'personId'>,
    signal: AbortSignal,
    onProgress: (stage: TrainingStage, fraction: number) => void,
  ): Promise<{ model: Uint8Array; modelKey: string }> => {
    const accepted = await acceptedSelfies(database.queries, personId)
    const selfies = await Promise.all(
      accepted.map(async ({ id, imageKey, reading }) => ({
        id,
        bytes: await requireFile(storage, imageKey),
        reading,
      })),
    )
    const store = createPreparedStore(storage, preparedFolder(personId, trainingId))
    const model = await engine.train(selfies, { signal, store, onProgress })
    onProgress('storing', 0)
    const modelKey = newKey(`persons/${personId}/models`, trainingId)
    await storage.put(modelKey, model, MODEL_MAX_BYTES)
    return { model, modelKey }
  }

  /** The model of a trained person, made anew when the engine no longer reads it. */
  const modelOf = async (personId: string, signal: AbortSignal): Promise<Uint8Array> => {
    const [training] = await database.queries
      .select({ id: trainings.id, modelKey: trainings.modelKey })
      .from(trainings)
      .where(and(eq(trainings.personId, personId), eq(trainings.state, 'succeeded')))
      .orderBy(desc(trainings.createdAt))
      .limit(1)
    const outdatedKey = training?.modelKey
    if (!outdatedKey) throw new Error(`person ${personId} has no model`)
    const model = await requireFile(storage, outdatedKey)
    if (engine.readsModel(model)) return model
    const learned = await learn({ ...training, personId }, signal, () => undefined)
    await database.transaction(async (tx) => {
      const held = await lockTraining(tx, training.id)
      // Another worker was first: the model it made is as good, and the one that is named.
      const isFirst = held?.training.modelKey === outdatedKey
      const { modelKey } = learned
      if (isFirst) await tx.update(trainings).set({ modelKey }).where(eq(trainings.id, training.id))
      await enqueueDeletion(queue, tx, { keys: [isFirst ? outdatedKey : modelKey] })
      await tidyPrepared(tx, queue, { ...training, personId })
    })
    return learned.model
  }

  return {
    giveUp,
    modelOf,

    /** Trains a person. */
    async run(trainingId: string, signal: AbortSignal): Promise<void> {
      const training = await database.transaction((tx) => start(tx, trainingId))
      if (!training) return
      const progress = createProgressWriter(database, trainingId)
      try {
        const onProgress = (stage: TrainingStage, fraction: number) =>
          progress.report(stage, overallPercent(stage, fraction))
        onProgress('reading', 0)
        const { modelKey } = await learn(training, signal, onProgress)
        await progress.flush()
        await succeed(trainingId, modelKey)
      } catch (error) {
        await progress.flush()
        if (!(error instanceof SelfiesUnusableError)) throw error
        await giveUp(trainingId, 'selfies_unusable')
      }
    },

    /** Fails trainings past their deadline, and enqueues those that lost their job. */
    async reconcile(round: Reconciliation): Promise<void> {
      const where = inArray(trainings.state, OPEN_TRAINING_STATES)
      const open = { name: 'trainings', table: trainings, at: trainings.deadlineAt, id: trainings.id, where }
      await reconcileRows(database.queries, round, open, ({ id, at: deadlineAt }) =>
        deadlineAt < round.now
          ? giveUp(id, 'deadline_passed')
          : database.transaction((tx) => enqueueJob(queue, tx, 'train-person', { trainingId: id })),
      )
    },
  }
}

async function start(tx: Queries, trainingId: string): Promise<TrainingRow | undefined> {
  const [row] = await tx.select().from(trainings).where(eq(trainings.id, trainingId)).for('update')
  if (!row || !trainingLifecycle.allows(row.state, 'start')) return undefined
  const state = trainingLifecycle.next(row.state, 'start')
  const startedAt = new Date()
  const deadlineAt = new Date(Math.min(row.deadlineAt.getTime(), startedAt.getTime() + RUN_DEADLINE_MS))
  const values = { state, startedAt, deadlineAt, stage: null, progress: 0 }
  await tx.update(trainings).set(values).where(eq(trainings.id, trainingId))
  return { ...row, ...values }
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

function preparedFolder(personId: string, trainingId: string): string {
  return `persons/${personId}/prepared/${trainingId}`
}

/** A training that ended needs nothing of what was prepared: the model holds all of it. */
function tidyPrepared(
  tx: Queries,
  queue: Queue,
  training: Pick<TrainingRow, 'id' | 'personId'>,
): Promise<void> {
  const folder = preparedFolder(training.personId, training.id)
  return enqueueDeletion(queue, tx, { prefixes: [`${folder}/`] })
}

function createPreparedStore(storage: Storage, folder: string): PreparedStore {
  return {
    async load(selfieId) {
      for await (const { key } of storage.list(`${folder}/${selfieId}-`)) {
        const prepared = await storage.get(key)
        if (prepared) return prepared
      }
      return null
    },
    async save(selfieId, prepared) {
      await storage.put(newKey(folder, selfieId), prepared, PREPARED_MAX_BYTES)
    },
  }
}

async function requireFile(storage: Storage, key: string): Promise<Uint8Array> {
  const bytes = await storage.get(key)
  if (!bytes) throw new Error(`no file at ${key}`)
  return bytes
}
