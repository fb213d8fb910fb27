import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { z } from 'zod'
import type { ModelRef, ProfiledEngine, RenderedPicture } from '#backend/providers/engine/engine-port.ts'
import { GeneratedShot, generatedPlan, promptFor, seedOf } from '#backend/providers/engine/generated-shots.ts'
import { requireFile } from '#backend/providers/engine/training-archive.ts'
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
  waitForNews,
  type VendorState,
  type VendorWatch,
} from '#backend/providers/engine/vendor-orders.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import type { StorageKey } from '#backend/providers/storage/storage-port.ts'
import type { BflClient, BflResult } from './bfl-client.ts'
import { BFL_REFERENCES_MOST, bflOutlook } from './outlook.ts'

export interface BflSettings {
  baseUrl: string
  /** The address of hooks, and the secret that signs them; null: none are asked for, and jobs are polled. */
  hook: { base: string; secret: string } | null
  /** How long a job is left alone between two polls; well below the ten minutes that a result is there. */
  pollMs: number
}

const MODEL = 'flux-2-klein-4b'
/** The prompt's words for the person. */
const SUBJECT = 'the person in the reference images'
const REFERENCE_PX = 1024
/** Prices of `MODEL`, in millionths of a dollar; each megapixel of a reference costs like a further one of the picture. */
const MICROS = { firstMegapixel: 14_000, furtherMegapixel: 1000 }
const MODEL_MAX_BYTES = 32 * 1024 * 1024
/** Says whose model a file is. */
const MODEL_ENDING = '.references.json'
/** A picture takes seconds: after this one would have ended, had it been taken. */
const OVERDUE_MS = 15 * 60 * 1000
const REFUSALS = ['Request Moderated', 'Content Moderated']

/** The person's pictures as they are sent with each order, in base64. */
const References = z.object({ references: z.array(z.string()).min(1) })

/**
 * Makes pictures at Black Forest Labs by references. A person's model is a file of ours with a few selfies: nothing is trained, and
 * nothing of the person stays there.
 */
export function createBflEngine(
  deps: VendorEngineDeps & {
    client: BflClient
    settings: BflSettings
  },
): ProfiledEngine {
  const { client, settings, jobs, storage, finish, now = () => new Date() } = deps
  const outlook = bflOutlook(settings)
  const orders = createVendorOrders({
    engine: outlook.profile.name,
    inFlight: outlook.profile.can.inFlight,
    jobs,
    now,
    isSafetyRefusal: ({ body }) => /moderat/i.test(JSON.stringify(body)),
    // There is no call that ends a job: one that runs ends by itself, and its picture is gone ten minutes later.
    giveUp: () => Promise.resolve(),
  })

  /** Nothing is ordered: the prepared references are the model. */
  const trainings: VendorWatch<ModelRef> = {
    search: () => Promise.resolve({ found: 'references' }),
    read: ({ details: { model = '' } }) =>
      Promise.resolve({ state: 'succeeded', output: { kind: 'file', key: model } }),
    release: () => Promise.resolve(),
  }

  const renders = (signal: AbortSignal): VendorWatch<RenderedPicture> => ({
    search: ({ submittedAt }) => {
      // There is no list: a hook tells of the job, or nothing does.
      const verdict = now().getTime() - submittedAt.getTime() > OVERDUE_MS ? 'overdue' : 'waiting'
      return Promise.resolve({ found: null, verdict } as const)
    },
    async read(job): Promise<VendorState<RenderedPicture>> {
      const { pollingUrl = client.pollingUrlOf(job.vendorId), references, take } = job.details
      const state = stateOf(await client.result(pollingUrl, signal))
      if (state.state !== 'succeeded') return state
      try {
        const stream = await client.download(state.output, { maxBytes: PICTURE_MAX_BYTES, signal })
        const finished = await finish(new Uint8Array(await buffer(stream)))
        const output = madeBy(outlook, finished, take)
        return { state: 'succeeded', output, costMicros: priceOf(Number(references)) }
      } catch (error) {
        if (error instanceof VendorRefusal) return { state: 'lost' }
        throw error
      }
    },
    release: () => Promise.resolve(),
  })

  const referencesOf = async (key: StorageKey): Promise<Uint8Array[]> => {
    const { references } = References.parse(
      JSON.parse(Buffer.from(await requireFile(storage, key)).toString()),
    )
    return references.map((reference) => new Uint8Array(Buffer.from(reference, 'base64')))
  }
  return {
    ...outlook,
    ...generatedPlan,
    parallelism: outlook.profile.can.inFlight ?? 1,

    submitTraining: ({ id, selfies, modelFolder }, call) =>
      orders.submit(
        {
          id,
          kind: 'training',
          takesPlace: false,
          async prepare() {
            const best = selfies.slice(0, BFL_REFERENCES_MOST)
            const references = await Promise.all(
              best.map(async ({ imageKey }) =>
                (await referenceOf(await requireFile(storage, imageKey))).toString('base64'),
              ),
            )
            const model: StorageKey = `${modelFolder}/${randomUUID()}${MODEL_ENDING}`
            const file = Buffer.from(JSON.stringify({ references } satisfies z.input<typeof References>))
            await storage.put(model, new Uint8Array(file), MODEL_MAX_BYTES)
            return { model }
          },
          send: () => Promise.resolve({ vendorId: 'references' }),
        },
        trainings,
        call,
      ),
    pollTraining: (id, call) => orders.poll(id, trainings, call),

    madeModel: isOwnModel,
    readsModel: (model) => Promise.resolve(isOwnModel(model)),

    async submitRender({ id, model, styleId, look, shot }, call) {
      if (model.kind !== 'file') throw new Error('a version is no model of Black Forest Labs')
      await orders.submit(
        {
          id,
          kind: 'render',
          async prepare(attempt) {
            const wanted = GeneratedShot.parse(shot)
            const { length } = await referencesOf(model.key)
            return {
              prompt: promptFor(SUBJECT, { styleId, look }, wanted),
              seed: String(seedOf(`${id}/${attempt}/${wanted.seed}`)),
              references: String(length),
              take: String(wanted.take),
            }
          },
          async send({ prompt = '', seed }, attempt) {
            const url = hookAddress(settings.hook?.base ?? null, { id, attempt })
            // Read now: while the order waited for its turn its owner may have had them deleted.
            const references = await referencesOf(model.key).catch((cause: unknown) => {
              throw new UnavailableError('storage', { reason: 'the references are gone', cause })
            })
            const { id: vendorId, pollingUrl } = await client.submit(
              {
                model: MODEL,
                prompt,
                references,
                ...PICTURE_SIZE_PX,
                seed: Number(seed),
                hook: url === null || !settings.hook ? null : { url, secret: settings.hook.secret },
              },
              call.signal,
            )
            return { vendorId, details: { pollingUrl } }
          },
        },
        renders(call.signal),
        call,
      )
    },
    pollRender: (id, call) => orders.poll(id, renders(call.signal), call),

    nextChange: (id, { signal }) => waitForNews(jobs, id, settings.pollMs, signal),
    cancel: (id) => orders.abandon(id),
    abandon: (id) => orders.abandon(id),
    // A file of ours, deleted like all files.
    deleteModel: () => Promise.resolve(),
  }
}

function isOwnModel(model: ModelRef): boolean {
  return model.kind === 'file' && model.key.endsWith(MODEL_ENDING)
}

function stateOf({ status, result, error }: BflResult): VendorState<string> {
  if (status === 'Pending') return { state: 'running', stage: null, fraction: 0 }
  if (status === 'Task not found') return { state: 'lost' }
  if (REFUSALS.includes(status)) return { state: 'refused', message: status }
  const sample = result?.sample
  if (status === 'Ready' && sample !== undefined) return { state: 'succeeded', output: sample }
  return failedWith(`${status}: ${JSON.stringify(error ?? null)}`)
}

function priceOf(references: number): number {
  const megapixels = Math.ceil((PICTURE_SIZE_PX.width * PICTURE_SIZE_PX.height) / 1_000_000)
  return MICROS.firstMegapixel + MICROS.furtherMegapixel * (megapixels - 1 + references)
}

/** Upright and without metadata, of at most a megapixel. */
function referenceOf(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes)
    .autoOrient()
    .resize({ width: REFERENCE_PX, height: REFERENCE_PX, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
