import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type {
  EngineJobId,
  ModelRef,
  ProfiledEngine,
  RenderedPicture,
} from '#backend/providers/engine/engine-port.ts'
import {
  GeneratedShot,
  generatedPlan,
  promptFor,
  seedOf,
  TRAINED_WORD,
} from '#backend/providers/engine/generated-shots.ts'
import type { VendorJob } from '#backend/providers/engine/jobs-port.ts'
import { archiveOf, CAPTION } from '#backend/providers/engine/training-archive.ts'
import { VendorRefusal } from '#backend/providers/engine/vendor-calls.ts'
import {
  PICTURE_MAX_BYTES,
  PICTURE_SIZE_PX,
  madeBy,
  type VendorEngineDeps,
} from '#backend/providers/engine/vendor-engine.ts'
import {
  createVendorOrders,
  failedWith,
  hookAddress,
  progressIn,
  waitForNews,
  type VendorState,
  type VendorWatch,
} from '#backend/providers/engine/vendor-orders.ts'
import type { StorageKey } from '#backend/providers/storage/storage-port.ts'
import type { FalClient, FalRequest, FalStatus } from './fal-client.ts'
import { falOutlook } from './outlook.ts'
import { FAL_FILES_KEPT_SECONDS, FAL_TRAINERS, type FalTrainerName } from './trainers.ts'

export interface FalSettings {
  trainer: FalTrainerName
  /** The application that makes pictures with the trainer's LoRAs, such as `fal-ai/flux-lora`. */
  serving: string
  /** The address of hooks; null: none are asked for, and jobs are polled. */
  hookBase: string | null
  /** Jobs under way at once that the account is allowed. */
  inFlight: number
  /** Dollars, in millionths, as the applications' own pages name them. */
  microsPerStep: number
  microsPerPicture: number
  /** How long a job is left alone between two polls; well below the minutes after which results are gone. */
  pollMs: number
}

const ARCHIVE_MAX_BYTES = 256 * 1024 * 1024
const MODEL_MAX_BYTES = 2 * 1024 ** 3
/** Says whose model a file is. */
const MODEL_ENDING = '.fal.safetensors'
/** Shorter than the hour that a signed address of our storage lasts: no job begins that cannot read its input. */
const STARTS_WITHIN_SECONDS = { training: 3000, render: 600 }
/** After this a job would have ended, had it been taken. */
const OVERDUE_MS = { training: 2 * 3600 * 1000, render: 20 * 60 * 1000 }

const Lora = z.object({ diffusers_lora_file: z.object({ url: z.url() }).optional() })
const Pictures = z.object({
  images: z.array(z.object({ url: z.url() })).optional(),
  has_nsfw_concepts: z.array(z.boolean()).nullish(),
})

/** Trains and renders at fal. Models are copied to our storage, and nothing stays there longer than its files last. */
export function createFalEngine(
  deps: VendorEngineDeps & {
    client: FalClient
    settings: FalSettings
  },
): ProfiledEngine {
  const { client, settings, jobs, storage, finish, now = () => new Date() } = deps
  const trainer = FAL_TRAINERS[settings.trainer]
  const outlook = falOutlook(settings)
  const orders = createVendorOrders({
    engine: outlook.profile.name,
    inFlight: outlook.profile.can.inFlight,
    jobs,
    now,
    isSafetyRefusal: ({ body }) => JSON.stringify(body).includes('content_policy_violation'),
    async giveUp(job) {
      const { signal } = new AbortController()
      const { vendorId } = job
      // fal may still finish, and bill, a job that runs already. Its result is not read, and fal deletes the files itself.
      if (vendorId !== null) await client.cancel(requestOf({ ...job, vendorId }), signal)
      await (job.kind === 'training' ? trainings(signal) : renders(signal)).release(job, { hasResult: false })
    },
  })

  const requestOf = (job: VendorJob & { vendorId: string }): FalRequest => {
    const { statusUrl, responseUrl, cancelUrl, app = '' } = job.details
    if (statusUrl === undefined || responseUrl === undefined || cancelUrl === undefined) {
      return client.requestOf(app, job.vendorId)
    }
    return { requestId: job.vendorId, statusUrl, responseUrl, cancelUrl }
  }
  const search = ({ kind, submittedAt }: VendorJob) => {
    // There is no list: a hook tells of the job, or nothing does.
    const verdict = now().getTime() - submittedAt.getTime() > OVERDUE_MS[kind] ? 'overdue' : 'waiting'
    return Promise.resolve({ found: null, verdict } as const)
  }
  /** The state of a job; its result is read by `finishOf` once it is completed. */
  const read = async <Output>(
    job: VendorJob & { vendorId: string },
    signal: AbortSignal,
    finishOf: (request: FalRequest) => Promise<VendorState<Output>>,
  ): Promise<VendorState<Output>> => {
    const request = requestOf(job)
    try {
      const status = await client.status(request, signal)
      if (status.status === 'IN_QUEUE') return { state: 'queued' }
      if (status.status === 'IN_PROGRESS')
        return { state: 'running', stage: null, fraction: progressIn(textOf(status)) }
      return endOf<Output>(status) ?? (await finishOf(request))
    } catch (error) {
      if (error instanceof VendorRefusal) return stateOfRefusal(error)
      throw error
    }
  }

  const trainings = (signal: AbortSignal): VendorWatch<ModelRef> => ({
    search,
    remembered: ({ details }) =>
      details.model === undefined ? undefined : { kind: 'file', key: details.model },
    read: (job) =>
      read(job, signal, async (request) => {
        const { diffusers_lora_file: file } = await client.result(request, Lora, signal)
        if (!file) return failedWith('the training names no file')
        const key: StorageKey = `${job.details.modelFolder}/${randomUUID()}${MODEL_ENDING}`
        await storage.put(
          key,
          await client.download(file.url, { maxBytes: MODEL_MAX_BYTES, signal }),
          MODEL_MAX_BYTES,
        )
        const steps = Math.max(Number(job.details.steps), trainer.billedLeast)
        return {
          state: 'succeeded',
          output: { kind: 'file', key },
          details: { model: key },
          costMicros: Math.round(steps * settings.microsPerStep),
        }
      }),
    release: ({ details: { archive } }) =>
      archive === undefined ? Promise.resolve() : storage.delete([archive]),
  })

  const renders = (signal: AbortSignal): VendorWatch<RenderedPicture> => ({
    search,
    read: (job) =>
      read(job, signal, async (request) => {
        const { images = [], has_nsfw_concepts: flags } = await client.result(request, Pictures, signal)
        const costMicros = settings.microsPerPicture * images.length
        // The checker blackens the picture, and says so beside it.
        if (flags?.includes(true)) return { state: 'refused', message: 'the safety checker', costMicros }
        const [image] = images
        if (!image) return failedWith('the answer names no picture')
        const stream = await client.download(image.url, { maxBytes: PICTURE_MAX_BYTES, signal })
        const finished = await finish(new Uint8Array(await buffer(stream)))
        const output = madeBy(outlook, finished, job.details.take)
        return { state: 'succeeded', output, costMicros }
      }),
    release: () => Promise.resolve(),
  })

  const send = async (
    kind: VendorJob['kind'],
    order: { id: EngineJobId; attempt: number; app: string; input: Record<string, unknown> },
    signal: AbortSignal,
  ) => {
    const { app, input } = order
    const request = await client.submit(
      {
        app,
        input,
        keptSeconds: FAL_FILES_KEPT_SECONDS,
        startsWithinSeconds: STARTS_WITHIN_SECONDS[kind],
        webhook: hookAddress(settings.hookBase, order),
      },
      signal,
    )
    const { requestId: vendorId, ...details } = request
    return { vendorId, details }
  }

  return {
    ...outlook,
    ...generatedPlan,
    parallelism: settings.inFlight,

    submitTraining: ({ id, selfies, modelFolder, preparedFolder }, call) =>
      orders.submit(
        {
          id,
          kind: 'training',
          async prepare() {
            const archive: StorageKey = `${preparedFolder}/${randomUUID()}.zip`
            await storage.put(archive, await archiveOf({ selfies }, storage), ARCHIVE_MAX_BYTES)
            const { each, least, most } = trainer.steps
            const steps = Math.min(Math.max(selfies.length * each, least), most)
            return { app: `fal-ai/${settings.trainer}`, archive, modelFolder, steps: String(steps) }
          },
          async send({ app = '', archive = '', steps }, attempt) {
            const archiveUrl = await storage.signUrl(archive, { mediaType: 'application/zip' })
            const input = trainer.inputOf({
              archiveUrl,
              caption: CAPTION,
              trigger: TRAINED_WORD,
              steps: Number(steps),
            })
            return send('training', { id, attempt, app, input }, call.signal)
          },
        },
        trainings(call.signal),
        call,
      ),
    pollTraining: (id, call) => orders.poll(id, trainings(call.signal), call),

    madeModel: isOwnModel,
    readsModel: (model) => Promise.resolve(isOwnModel(model)),

    submitRender: ({ id, model, styleId, look, shot }, call) =>
      orders.submit(
        {
          id,
          kind: 'render',
          prepare(attempt) {
            if (model.kind !== 'file') throw new Error('a version is no model of fal')
            const wanted = GeneratedShot.parse(shot)
            return Promise.resolve({
              app: settings.serving,
              model: model.key,
              take: String(wanted.take),
              prompt: promptFor(TRAINED_WORD, { styleId, look }, wanted),
              seed: String(seedOf(`${id}/${attempt}/${wanted.seed}`)),
            })
          },
          async send({ app = '', model: key = '', prompt, seed }, attempt) {
            const path = await storage.signUrl(key, { mediaType: 'application/octet-stream' })
            const input = {
              prompt,
              seed: Number(seed),
              loras: [{ path, scale: 1 }],
              image_size: PICTURE_SIZE_PX,
              num_images: 1,
              num_inference_steps: 28,
              guidance_scale: 2.5,
              output_format: 'jpeg',
              enable_safety_checker: true,
            }
            return send('render', { id, attempt, app, input }, call.signal)
          },
        },
        renders(call.signal),
        call,
      ),
    pollRender: (id, call) => orders.poll(id, renders(call.signal), call),

    nextChange: (id, { signal }) => waitForNews(jobs, id, settings.pollMs, signal),
    cancel: (id) => orders.abandon(id),
    abandon: (id) => orders.abandon(id),
    // Its file is ours, and deleted like all files; what the vendor had of it went by itself.
    deleteModel: () => Promise.resolve(),
  }
}

function isOwnModel(model: ModelRef): boolean {
  return model.kind === 'file' && model.key.endsWith(MODEL_ENDING)
}

/** A completed job's end, where fal says it beside the state; undefined where its result has to be read. */
function endOf<Output>({ error, error_type: type }: FalStatus): VendorState<Output> | undefined {
  if (error === undefined || error === null) return undefined
  const message = typeof error === 'string' ? error : JSON.stringify(error)
  if (type === 'content_policy_violation') return { state: 'refused', message }
  if (type === 'client_cancelled') return { state: 'canceled' }
  return failedWith(`${type ?? 'error'}: ${message}`)
}

function stateOfRefusal<Output>(refusal: VendorRefusal): VendorState<Output> {
  if (refusal.status === 404) return { state: 'lost' }
  const message = JSON.stringify(refusal.body)
  return message.includes('content_policy_violation')
    ? { state: 'refused', message: refusal.message }
    : failedWith(refusal.message)
}

const textOf = ({ logs }: FalStatus): string => (logs ?? []).map(({ message }) => message ?? '').join('\n')
