import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ModelRef, ProfiledEngine, RenderedPicture } from '#backend/providers/engine/engine-port.ts'
import {
  GeneratedShot,
  generatedPlan,
  promptFor,
  seedOf,
  TRAINED_WORD,
} from '#backend/providers/engine/generated-shots.ts'
import type { VendorJob } from '#backend/providers/engine/jobs-port.ts'
import { archiveOf } from '#backend/providers/engine/training-archive.ts'
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
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import {
  isNotFound,
  type ReplicateClient,
  type ReplicatePrediction,
  type ReplicateTraining,
} from './replicate-client.ts'
import { replicateOutlook } from './outlook.ts'

export interface ReplicateSettings {
  /** The account that owns the models of persons. */
  owner: string
  /** `owner/name:version` of the trainer, whose input is that of `ostris/flux-dev-lora-trainer`. */
  trainer: string
  /** SKU of the machines that make pictures, as the vendor's own list names it. */
  hardware: string
  /** The address of hooks; null: none are asked for, and jobs are polled. */
  hookBase: string | null
  /** Renders worth having under way at once. */
  parallelism: number
  /** How long a job is left alone between two polls; well below the hour after which results are gone. */
  pollMs: number
}

const STEPS = { each: 100, least: 1000, most: 2000 }
/** A render takes seconds; one that waits longer for a machine is ended by the vendor itself, at no cost. */
const CANCEL_AFTER = '10m'
/** Dollars a second of the machines that train and render (H100), in millionths. */
const MICROS_PER_SECOND = 1525
/** The tolerated difference of the vendor's clock when its list is asked by time. */
const CLOCK_SKEW_MS = 2 * 60_000
/** After this a list names every job that was created. */
const LIST_SETTLES_MS = 60_000
const SAFETY = /nsfw|safety|sensitive|content policy|flagged/i

/** Trains and renders at Replicate. */
export function createReplicateEngine(
  deps: VendorEngineDeps & {
    client: ReplicateClient
    settings: ReplicateSettings
  },
): ProfiledEngine {
  const { client, settings, jobs, storage, finish, now = () => new Date() } = deps
  const { owner } = settings
  const orders = createVendorOrders({
    engine: replicateOutlook.profile.name,
    inFlight: replicateOutlook.profile.can.inFlight,
    jobs,
    now,
    isSafetyRefusal: ({ body }) => SAFETY.test(JSON.stringify(body)),
    async giveUp(job) {
      const { signal } = new AbortController()
      const watch = job.kind === 'training' ? trainings(signal) : renders(signal)
      const vendorId = job.vendorId ?? (await watch.search(job)).found
      if (job.kind === 'render') {
        if (vendorId !== null) await client.cancelPrediction(vendorId, signal).catch(undefinedIfGone)
        return
      }
      const ended =
        vendorId === null ? undefined : await client.cancelTraining(vendorId, signal).catch(undefinedIfGone)
      const version = ended?.output?.version
      if (version !== undefined) await forget(version, signal)
      await watch.release(job, { hasResult: version !== undefined })
    },
  })

  const verdict = ({ submittedAt }: VendorJob) =>
    now().getTime() - submittedAt.getTime() < LIST_SETTLES_MS ? ('waiting' as const) : ('never' as const)

  const trainings = (signal: AbortSignal): VendorWatch<ModelRef> => ({
    remembered: ({ details }) =>
      details.version === undefined ? undefined : { kind: 'version', version: details.version },
    async search(job) {
      const since = job.submittedAt.getTime() - CLOCK_SKEW_MS
      for await (const { id, input, created_at: createdAt } of client.trainings(signal)) {
        if (input?.input_images === job.details.fileUrl) return { found: id }
        if (Date.parse(createdAt) < since) break
      }
      return { found: null, verdict: verdict(job) }
    },
    async read({ vendorId, details }) {
      const training = await client.training(vendorId, signal).catch(undefinedIfGone)
      return training ? stateOfTraining(training, `${owner}/${details.model}`) : { state: 'lost' }
    },
    async release({ details: { fileId, model } }, { hasResult }) {
      if (fileId !== undefined) await client.deleteFile(fileId, signal)
      if (!hasResult && model !== undefined)
        await client.deleteModel({ owner, name: model, version: null }, signal)
    },
  })

  const renders = (signal: AbortSignal): VendorWatch<RenderedPicture> => ({
    async search(job) {
      const at = job.submittedAt.getTime()
      const [after, before] = [new Date(at - CLOCK_SKEW_MS), new Date(at + CLOCK_SKEW_MS)]
      for await (const { id, input } of client.predictionsOf(after, before, signal)) {
        if (String(input?.seed) === job.details.seed && input?.prompt === job.details.prompt)
          return { found: id }
      }
      return { found: null, verdict: verdict(job) }
    },
    async read({ vendorId, details }) {
      const prediction = await client.prediction(vendorId, signal).catch(undefinedIfGone)
      if (!prediction) return { state: 'lost' }
      const state = stateOfPrediction(prediction)
      if (state.state !== 'succeeded') return state
      const bytes = await fetchPicture(state.output, signal).catch(undefinedIfGone)
      if (!bytes) return { state: 'lost' }
      const output = madeBy(replicateOutlook, await finish(bytes), details.take)
      return { ...state, output }
    },
    release: () => Promise.resolve(),
  })
  const fetchPicture = async (address: string, signal: AbortSignal): Promise<Uint8Array> =>
    new Uint8Array(await buffer(await client.download(address, { maxBytes: PICTURE_MAX_BYTES, signal })))

  const forget = async (version: string, signal: AbortSignal): Promise<void> => {
    const model = partsOfVersion(version)
    if (model?.owner !== owner || (await client.deleteModel(model, signal))) return
    throw new UnavailableError('engine', { reason: 'replicate: a model is not gone yet' })
  }

  return {
    ...replicateOutlook,
    ...generatedPlan,
    parallelism: settings.parallelism,

    submitTraining: ({ id, selfies }, call) =>
      orders.submit(
        {
          id,
          kind: 'training',
          async prepare() {
            const archive = await archiveOf({ selfies }, storage)
            const model = `person-${randomBytes(10).toString('hex')}`
            await client.ensureModel({ owner, name: model, hardware: settings.hardware }, call.signal)
            const file = await client.upload(archive, call.signal)
            return { model, fileId: file.id, fileUrl: file.url, steps: String(stepsFor(selfies.length)) }
          },
          async send({ model, fileUrl, steps }, attempt) {
            const training = await client.createTraining(
              {
                trainer: settings.trainer,
                destination: `${owner}/${model}`,
                // `hf_repo_id` would publish the model: never sent.
                input: {
                  input_images: fileUrl,
                  trigger_word: TRAINED_WORD,
                  autocaption: false,
                  steps: Number(steps),
                },
                webhook: hookAddress(settings.hookBase, { id, attempt }),
              },
              call.signal,
            )
            return { vendorId: training.id }
          },
        },
        trainings(call.signal),
        call,
      ),
    pollTraining: (id, call) => orders.poll(id, trainings(call.signal), call),

    madeModel: (model) => model.kind === 'version' && partsOfVersion(model.version)?.owner === owner,
    async readsModel(model, { signal }) {
      const parts = model.kind === 'version' ? partsOfVersion(model.version) : undefined
      return parts?.owner === owner && client.hasVersion(parts, signal)
    },

    submitRender: ({ id, model, styleId, look, shot }, call) =>
      orders.submit(
        {
          id,
          kind: 'render',
          prepare(attempt) {
            if (model.kind !== 'version') throw new Error('a file is no model of Replicate')
            const wanted = GeneratedShot.parse(shot)
            return Promise.resolve({
              version: model.version,
              prompt: promptFor(TRAINED_WORD, { styleId, look }, wanted),
              // The seed belongs to this attempt alone: it finds our job in the list.
              seed: String(seedOf(`${id}/${attempt}/${wanted.seed}`)),
              take: String(wanted.take),
            })
          },
          async send({ version = '', prompt, seed }, attempt) {
            const prediction = await client.createPrediction(
              {
                version,
                input: {
                  ...PICTURE_SIZE_PX,
                  prompt,
                  seed: Number(seed),
                  num_outputs: 1,
                  guidance_scale: 2.5,
                  num_inference_steps: 28,
                  output_format: 'jpg',
                  output_quality: 95,
                },
                cancelAfter: CANCEL_AFTER,
                webhook: hookAddress(settings.hookBase, { id, attempt }),
              },
              call.signal,
            )
            return { vendorId: prediction.id }
          },
        },
        renders(call.signal),
        call,
      ),
    pollRender: (id, call) => orders.poll(id, renders(call.signal), call),

    nextChange: (id, { signal }) => waitForNews(jobs, id, settings.pollMs, signal),
    cancel: (id) => orders.abandon(id),
    abandon: (id) => orders.abandon(id),
    deleteModel: (model) =>
      model.kind === 'version' ? forget(model.version, new AbortController().signal) : Promise.resolve(),
  }
}

function stateOfTraining(training: ReplicateTraining, destination: string): VendorState<ModelRef> {
  const state = stateOf(training)
  if (state.state !== 'succeeded') return state
  const version = training.output?.version
  if (version === undefined) return failedWith('the training names no version', state.costMicros)
  // Another person's model would make pictures of that person.
  if (!version.startsWith(`${destination}:`)) {
    return failedWith('the training names a model that was not ordered', state.costMicros)
  }
  return { ...state, output: { kind: 'version', version }, details: { version } }
}

function stateOfPrediction(prediction: ReplicatePrediction): VendorState<string> {
  const state = stateOf(prediction)
  if (state.state !== 'succeeded') return state
  const [address] = [prediction.output ?? []].flat()
  return address === undefined
    ? failedWith('the prediction names no picture', state.costMicros)
    : { ...state, output: address }
}

/** The state of a training or a prediction. */
function stateOf(job: ReplicateTraining | ReplicatePrediction): VendorState<null> & { costMicros: number } {
  const costMicros = Math.round((job.metrics?.predict_time ?? 0) * MICROS_PER_SECOND)
  if (job.data_removed === true) return { state: 'lost', costMicros }
  switch (job.status) {
    case 'starting':
      return { state: 'queued', costMicros }
    case 'processing':
      return { state: 'running', stage: null, fraction: progressIn(job.logs ?? ''), costMicros }
    case 'succeeded':
      return { state: 'succeeded', output: null, costMicros }
    case 'canceled':
    case 'aborted':
      return { state: 'canceled', costMicros }
    case 'failed': {
      const message = typeof job.error === 'string' ? job.error : 'failed without a word'
      return SAFETY.test(message)
        ? { state: 'refused', message, costMicros }
        : failedWith(message, costMicros)
    }
  }
}

function stepsFor(selfies: number): number {
  return Math.min(Math.max(selfies * STEPS.each, STEPS.least), STEPS.most)
}

function partsOfVersion(written: string): { owner: string; name: string; version: string } | undefined {
  const [, owner, name, version] = /^([^/:]+)\/([^/:]+):([0-9a-f]{64})$/.exec(written) ?? []
  return owner === undefined || name === undefined || version === undefined
    ? undefined
    : { owner, name, version }
}

function undefinedIfGone(error: unknown): undefined {
  if (!isNotFound(error)) throw error
}
