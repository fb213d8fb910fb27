import { StudioStyleId } from '#contract/styles.ts'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { z } from 'zod'
import type {
  EngineJobId,
  ModelRef,
  ProfiledEngine,
  RenderedPicture,
  TrainingOrder,
} from '#backend/providers/engine/engine-port.ts'
import type { Storage, StorageKey } from '#backend/providers/storage/storage-port.ts'
import { sha256Of } from '#studio/export/encode.ts'
import { isCurrentModel } from '#studio/model/model-file.ts'
import { StudioError } from '#studio/pool/studio-error.ts'
import { framingOf } from '#studio/render/plan.ts'
import type { PreparedStore, Studio } from '#studio/studio.ts'
import { careOf } from './care.ts'
import { chosenShots } from './chosen-shots.ts'
import { createJobTable } from './job-table.ts'
import { studioOutlook } from './outlook.ts'
import { decodeReading } from './reading.ts'
import { verdictOf } from './verdict.ts'

const HEADSHOT_THUMBNAIL_PX = 480
const PREPARED_MAX_BYTES = 64 * 1024 * 1024
/** More than any person's selfies give. */
const EVERY_SHOT = 1000
const MODEL_MAX_BYTES = 1024 * 1024 * 1024

/** How the files of this engine's models are called: a random part and the file's own hash. */
const MODEL_NAME = /(^|\/)[0-9a-f-]{36}\.[0-9a-f]{64}$/

/** A shot of the studio's, as stored in the database. */
const StoredShot = z.looseObject({ selfieId: z.string(), variation: z.number(), seed: z.number() })

/** The embedded engine: its jobs belong to this process and end with it. */
export function createStudioEngine(deps: {
  studio: Studio
  threads: number
  storage: Storage
}): ProfiledEngine {
  const { studio, threads, storage } = deps
  const trainings = createJobTable<ModelRef>(failureOf)
  const renders = createJobTable<RenderedPicture>(failureOf)
  const models = createModelCache(storage)
  const cancel = (jobId: EngineJobId): Promise<void> => {
    trainings.cancel(jobId)
    renders.cancel(jobId)
    return Promise.resolve()
  }

  const train = async (
    { selfies, modelFolder, preparedFolder }: TrainingOrder,
    signal: AbortSignal,
    report: (running: { stage: 'cutting_out' | 'measuring' | 'storing'; fraction: number }) => void,
  ): Promise<ModelRef> => {
    const stages = { preparing: 'cutting_out', modelling: 'measuring' } as const
    const pictures = await Promise.all(selfies.map((selfie) => withFace(storage, selfie)))
    const model = await studio.train(pictures, {
      signal,
      store: createPreparedStore(storage, preparedFolder),
      onProgress: (stage, fraction) => report({ stage: stages[stage], fraction }),
    })
    report({ stage: 'storing', fraction: 0 })
    const key = `${modelFolder}/${randomUUID()}.${sha256Of(model)}`
    await storage.put(key, model, MODEL_MAX_BYTES)
    return { kind: 'file', key }
  }

  return {
    parallelism: threads,
    ...studioOutlook,

    submitTraining(order) {
      trainings.submit(order.id, (signal, report) => train(order, signal, report))
      return Promise.resolve()
    },
    pollTraining: (jobId) => trainings.poll(jobId),

    madeModel: (model) => model.kind === 'file' && MODEL_NAME.test(model.key),
    plannedShot: (shot) => StoredShot.safeParse(shot).success,

    async readsModel(model) {
      if (model.kind !== 'file') return false
      try {
        return isCurrentModel(await models.open(model.key))
      } catch (error) {
        if (error instanceof ChangedModelError) return false
        throw error
      }
    },

    async plan(model, styleId, count, choices) {
      const bytes = await models.open(fileOf(model))
      return chosenShots(await studio.plan(bytes, StudioStyleId.parse(styleId), EVERY_SHOT), choices).slice(
        0,
        count,
      )
    },

    chosen: (shots, choices) =>
      chosenShots(
        shots.map((shot) => StoredShot.parse(shot)),
        choices,
      ),

    framingOf(shot) {
      const own = StoredShot.safeParse(shot)
      // One of an engine that was taken out of the settings is like no other.
      return own.success ? framingOf(own.data) : JSON.stringify(shot)
    },

    submitRender({ id, model, styleId, shot, cares }) {
      renders.submit(id, async (signal) => {
        const bytes = await models.open(fileOf(model))
        const style = StudioStyleId.parse(styleId)
        const made = await studio.render(bytes, style, StoredShot.parse(shot), signal, careOf(cares))
        const { jpeg, width, height, sha256 } = made
        const thumbnail = await sharp(jpeg).resize({ width: HEADSHOT_THUMBNAIL_PX }).webp().toBuffer()
        const picture = { image: jpeg, sha256, thumbnail, width, height, sourceKey: made.selfieId }
        const { name: engine, can } = studioOutlook.profile
        return { ...picture, engine, isGenerated: can.generates, verdict: verdictOf(made) }
      })
      return Promise.resolve()
    },
    pollRender: (jobId) => renders.poll(jobId),

    async nextChange(jobId, { signal }) {
      await Promise.all([trainings.nextChange(jobId, signal), renders.nextChange(jobId, signal)])
    },

    cancel,
    // No job of this process is ever unknown to it.
    abandon: cancel,

    deleteModel(model) {
      if (model.kind === 'file') models.drop(model.key)
      return Promise.resolve()
    },
  }
}

function failureOf(error: unknown) {
  const isUnusable = error instanceof StudioError && error.code === 'no_usable_selfie'
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { state: 'failed', code: isUnusable ? 'selfies_unusable' : 'engine_failed', message } as const
}

function fileOf(model: ModelRef): StorageKey {
  if (model.kind === 'file') return model.key
  throw new Error(`version ${model.version} is no model of the studio`)
}

/** The stored file is not the one that training wrote. */
class ChangedModelError extends Error {
  override name = 'ChangedModelError'
}

/** Opens models by key. The last one stays at hand: a bundle's shots come one after the other. */
function createModelCache(storage: Storage) {
  let last: { key: StorageKey; bytes: Promise<Uint8Array> } | undefined
  const drop = (key: string): void => {
    if (last?.key === key) last = undefined
  }
  return {
    drop,
    open(key: StorageKey): Promise<Uint8Array> {
      if (last?.key !== key) {
        last = { key, bytes: requireModel(storage, key) }
        last.bytes.catch(() => drop(key))
      }
      return last.bytes
    },
  }
}

function createPreparedStore(storage: Storage, folder: StorageKey): PreparedStore {
  return {
    async load(selfieId) {
      for await (const { key } of storage.list(`${folder}/${selfieId}/`)) {
        const prepared = await storage.get(key)
        if (prepared) return prepared
      }
      return null
    },
    async save(selfieId, prepared) {
      await storage.put(`${folder}/${selfieId}/${randomUUID()}`, prepared, PREPARED_MAX_BYTES)
    },
  }
}

/** A selfie for training, with its face where the reading holds one: the kept picture is upright already. */
async function withFace(
  storage: Storage,
  { id, imageKey, reading }: { id: string; imageKey: StorageKey; reading: string },
) {
  const [bytes, stored] = [await requireFile(storage, imageKey), decodeReading(reading)]
  return stored.face ? { id, bytes, reading: { ...stored, quarterTurns: 0 as const } } : { id, bytes }
}

/** Its key ends in the model's own digest: a whole model put in its place would vouch for itself. */
async function requireModel(storage: Storage, key: StorageKey): Promise<Uint8Array> {
  const bytes = await requireFile(storage, key)
  const [, digest] = key.split('.')
  // Models of before have no digest in their key, and are of another version.
  if (digest !== undefined && digest !== sha256Of(bytes))
    throw new ChangedModelError(`the model at ${key} is not the one that training made`)
  return bytes
}

async function requireFile(storage: Storage, key: StorageKey): Promise<Uint8Array> {
  const bytes = await storage.get(key)
  if (!bytes) throw new Error(`no file at ${key}`)
  return bytes
}
