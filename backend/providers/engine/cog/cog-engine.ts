import { createHash, randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import type { StorageKey } from '#backend/providers/storage/storage-port.ts'
import type {
  EngineCall,
  EngineJobId,
  EngineOutlook,
  ModelRef,
  ProfiledEngine,
  RenderedPicture,
} from '../engine-port.ts'
import { BusyEngineError } from '../busy-engine-error.ts'
import { GeneratedShot, TRAINED_WORD, generatedPlan, promptFor } from '../generated-shots.ts'
import { verifyBearer } from '../hook-signatures.ts'
import type { ReceivedHook } from '../hooks-port.ts'
import type { HookReceiver } from '../hook-server.ts'
import type { VendorJob, VendorJobKind } from '../jobs-port.ts'
import { archiveOf } from '../training-archive.ts'
import { PICTURE_MAX_BYTES, PICTURE_SIZE_PX, madeBy, type VendorEngineDeps } from '../vendor-engine.ts'
import {
  createVendorOrders,
  failedWith,
  hookAddress,
  progressIn,
  waitForNews,
  type VendorOrder,
  type VendorState,
  type VendorWatch,
} from '../vendor-orders.ts'
import { CogPrediction, type CogClient } from './cog-client.ts'

export interface CogSettings {
  /** One container each, with one slot on one GPU. */
  addresses: readonly string[]
  /** The address to which containers send predictions' results; they have no other way. */
  hookBase: string
  /** The containers' `WEBHOOK_AUTH_TOKEN`; two while one takes the place of the other. */
  hookTokens: readonly string[]
  /** Price of a GPU, in millionths of a dollar a second. */
  microsPerSecond: number
  pollMs: number
}

const STEPS = { each: 100, least: 1000, most: 2000 }
const MAX_BYTES = { training: 512 * 1024 * 1024, render: PICTURE_MAX_BYTES }
const MEDIA_TYPES = { archive: 'application/zip', weights: 'application/octet-stream' }
/** A container tries to tell of an end for about this long; one that is idle after it has nothing more to tell. */
const SILENCE_MS = 10 * 60_000
/** Nothing takes longer. */
const LONGEST_MS = { training: 2 * 3_600_000, render: 30 * 60_000 }
/** The word by which a container's error says that its safety check refused the order. */
const REFUSED = /^refused\b/i
/** Marks models of this engine among all files of models. */
const MODEL_PREFIX = 'cog-'

/**
 * Trains and renders in containers that speak Cog's protocol. A training is a prediction whose output is the file of weights.
 * Containers keep nothing and list nothing: what they tell by their webhook is noted with the order, and that is what polls
 * read.
 */
export function createCogEngine(
  deps: VendorEngineDeps & {
    outlook: EngineOutlook
    client: CogClient
    settings: CogSettings
  },
): ProfiledEngine & HookReceiver {
  const { outlook, client, settings, jobs, storage, finish, now = () => new Date() } = deps
  const orders = createVendorOrders({
    // Containers say themselves when they are full.
    engine: outlook.profile.name,
    inFlight: null,
    jobs,
    now,
    isSafetyRefusal: () => false,
    async giveUp(job) {
      const { address } = job.details
      if (address === undefined || isTerminal(job.details.status)) return
      await client.cancel(address, predictionId(job), new AbortController().signal)
    },
  })

  /** Containers to which this process is sending an order: they look free until they have it. */
  const addressed = new Set<string>()
  /** A container with a free slot, once there is one: containers have no queue. @throws UnavailableError when all are away */
  const freeAddress = async (signal: AbortSignal): Promise<string> => {
    for (;;) {
      const seen = await Promise.all(
        settings.addresses.map(async (address) => ({
          address,
          health: await client.health(address, signal).catch(undefinedIfAway),
        })),
      )
      const ready = seen.filter(({ health }) => health === 'READY')
      const free = ready.filter(({ address }) => !addressed.has(address))
      const chosen = free[Math.floor(Math.random() * free.length)]
      if (chosen) {
        addressed.add(chosen.address)
        return chosen.address
      }
      const willBeFree = seen.some(({ health }) => health === 'BUSY' || health === 'STARTING')
      if (ready.length === 0 && !willBeFree)
        throw new UnavailableError('engine', { reason: 'cog: no container is well' })
      await pauseFor(settings.pollMs, undefined, { signal })
    }
  }

  /** Whether an order of which nothing was heard cannot be under way any more. */
  const isOverdue = async (
    { kind, submittedAt, details }: VendorJob,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const sinceMs = now().getTime() - submittedAt.getTime()
    if (sinceMs > LONGEST_MS[kind]) return true
    if (sinceMs < SILENCE_MS || details.address === undefined) return false
    return (await client.health(details.address, signal).catch(undefinedIfAway)) === 'READY'
  }

  const watch = <Output>(
    signal: AbortSignal,
    outputOf: (key: StorageKey, job: VendorJob) => Promise<Output | undefined>,
  ): VendorWatch<Output> => ({
    async search(job) {
      const isHeardOf = job.details.told !== undefined
      if (isHeardOf) return { found: predictionId(job) }
      return { found: null, verdict: (await isOverdue(job, signal)) ? 'overdue' : 'waiting' }
    },
    async read(job): Promise<VendorState<Output>> {
      const { status, error = '', key, seconds } = job.details
      const costMicros = Math.ceil(Number(seconds ?? 0) * settings.microsPerSecond)
      switch (status) {
        case 'succeeded': {
          if (key === undefined) return failedWith('the prediction names no file', costMicros)
          const output = await outputOf(key, job)
          return output === undefined
            ? { state: 'lost', costMicros }
            : { state: 'succeeded', output, costMicros }
        }
        case 'gone':
          return { state: 'lost', costMicros }
        case 'canceled':
          return { state: 'canceled', costMicros }
        case 'failed':
          return REFUSED.test(error)
            ? { state: 'refused', message: error, costMicros }
            : failedWith(error, costMicros)
        default:
          if (await isOverdue(job, signal)) return { state: 'unknown', isOverdue: true }
          return job.details.fraction !== undefined
            ? { state: 'running', stage: null, fraction: Number(job.details.fraction) }
            : { state: 'queued' }
      }
    },
    release: () => Promise.resolve(),
  })
  const trainings = (signal: AbortSignal): VendorWatch<ModelRef> =>
    watch(signal, (key) => Promise.resolve({ kind: 'file', key }))
  const renders = (signal: AbortSignal): VendorWatch<RenderedPicture> =>
    watch(signal, async (key, { details }) => {
      const bytes = await storage.get(key)
      return bytes && madeBy(outlook, await finish(bytes), details.take)
    })

  /** Sends an order to a container with a free slot. @throws BusyEngineError where another process was quicker */
  const submit = async <Output>(
    { id, kind }: { id: EngineJobId; kind: VendorJobKind },
    prepare: (
      attempt: number,
    ) => Promise<{ input: Record<string, unknown>; details: Record<string, string> }>,
    seen: VendorWatch<Output>,
    call: EngineCall,
  ): Promise<void> => {
    const { signal } = call
    let input: Record<string, unknown>
    let chosen: string | undefined
    const order: VendorOrder = {
      id,
      kind,
      async prepare(attempt) {
        const prepared = await prepare(attempt)
        input = prepared.input
        chosen = await freeAddress(signal)
        return { ...prepared.details, address: chosen }
      },
      async send({ address = '' }, attempt) {
        const vendorId = predictionId({ id, attempt })
        const webhook = hookAddress(settings.hookBase, { id, attempt }) ?? ''
        if (!(await client.begin(address, vendorId, { input, webhook }, signal)))
          throw new BusyEngineError({ reason: 'another process filled the container first' })
        return { vendorId }
      },
    }
    try {
      await orders.submit(order, seen, call)
    } finally {
      if (chosen !== undefined) addressed.delete(chosen)
    }
  }

  const admitsHook = ({ authorization }: ReceivedHook['headers']): boolean =>
    verifyBearer(settings.hookTokens, authorization)

  /** Stores the file of a prediction that has succeeded; undefined when it is gone, null when none was named. */
  const keepFile = async (job: VendorJob, output: unknown): Promise<StorageKey | null | undefined> => {
    const [address] = [output ?? []].flat()
    if (typeof address !== 'string') return null
    const maxBytes = MAX_BYTES[job.kind]
    const bytes = await client.file(address, maxBytes, AbortSignal.timeout(60_000))
    if (!bytes) return undefined
    const folder = job.details.folder ?? ''
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const key = `${folder}/${MODEL_PREFIX}${randomUUID()}.${sha256}`
    await storage.put(key, bytes, maxBytes)
    return key
  }

  return {
    ...outlook,
    ...generatedPlan,
    parallelism: settings.addresses.length,

    submitTraining: ({ id, selfies, modelFolder, preparedFolder }, call) =>
      submit(
        { id, kind: 'training' },
        async () => {
          const key = `${preparedFolder}/archive/${randomUUID()}.zip`
          await storage.put(key, await archiveOf({ selfies }, storage), MAX_BYTES.training)
          const archive = await storage.signUrl(key, { mediaType: MEDIA_TYPES.archive })
          const steps = Math.min(Math.max(selfies.length * STEPS.each, STEPS.least), STEPS.most)
          return {
            input: { task: 'train', input_images: archive, trigger_word: TRAINED_WORD, steps },
            details: { folder: modelFolder },
          }
        },
        trainings(call.signal),
        call,
      ),
    pollTraining: (id, call) => orders.poll(id, trainings(call.signal), call),

    madeModel: (model) => model.kind === 'file' && isOwnModel(model.key),
    async readsModel(model) {
      if (model.kind !== 'file' || !isOwnModel(model.key)) return false
      const file = await storage.read(model.key)
      file?.destroy()
      return file !== undefined
    },

    submitRender: ({ id, model, styleId, look, shot }, call) =>
      submit(
        { id, kind: 'render' },
        async (attempt) => {
          if (model.kind !== 'file') throw new Error('a version is no model of a container')
          const { take, seed } = GeneratedShot.parse(shot)
          const weights = await storage.signUrl(model.key, { mediaType: MEDIA_TYPES.weights })
          const prompt = promptFor(TRAINED_WORD, { styleId, look }, { take, seed })
          return {
            input: { task: 'render', weights, prompt, ...PICTURE_SIZE_PX, seed },
            // No row names a picture that is still raw: what sweeps files takes it after a day, or it goes with the person.
            details: {
              folder: `${posix.dirname(model.key)}/raw/${predictionId({ id, attempt })}`,
              take: String(take),
            },
          }
        },
        renders(call.signal),
        call,
      ),
    pollRender: (id, call) => orders.poll(id, renders(call.signal), call),

    nextChange: (id, { signal }) => waitForNews(jobs, id, settings.pollMs, signal),
    cancel: (id) => orders.abandon(id),
    abandon: (id) => orders.abandon(id),
    // Containers keep no model; its file is deleted like all files.
    deleteModel: () => Promise.resolve(),

    admitsHook,
    async receiveHook(id, attempt, { headers, body }) {
      if (!admitsHook(headers)) return false
      const told = CogPrediction.safeParse(jsonOf(body))
      const job = await orders.find(id)
      // An earlier attempt's, another order's, or one that ended: nothing to note, and nothing to send again.
      if (!told.success || !job || job.attempt !== attempt || told.data.id !== predictionId(job)) return true
      // A given-up job keeps no result: its person may be deleted.
      if (isTerminal(job.details.status) || job.state === 'abandoned') return true
      const { status, output, error, logs, metrics } = told.data
      const kept = status === 'succeeded' ? await keepFile(job, output) : null
      // Hooks of one prediction arrive side by side: a progress hook writes no detail that the final hook writes.
      const heard: Record<string, string> = isTerminal(status)
        ? {
            status: kept === undefined ? 'gone' : status,
            seconds: String(metrics?.predict_time ?? 0),
            ...(typeof error === 'string' && { error }),
            ...(typeof kept === 'string' && { key: kept }),
          }
        : status === 'processing'
          ? { fraction: String(progressIn(logs ?? '')) }
          : {}
      const details = { ...heard, told: new Date().toISOString() }
      await jobs.change(job, { details })
      return true
    },
  }
}

/** The container's id of an attempt: 26 letters and digits, always the same. */
function predictionId({ id, attempt }: Pick<VendorJob, 'id' | 'attempt'>): string {
  return createHash('sha256').update(`${id}\n${attempt}`).digest('hex').slice(0, 26)
}

function isTerminal(status: string | undefined): boolean {
  return status !== undefined && status !== 'starting' && status !== 'processing'
}

function isOwnModel(key: StorageKey): boolean {
  return key.split('/').at(-1)?.startsWith(MODEL_PREFIX) ?? false
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}

function undefinedIfAway(error: unknown): undefined {
  if (!(error instanceof UnavailableError)) throw error
}
