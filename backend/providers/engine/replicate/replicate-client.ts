import { z } from 'zod'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import {
  addressesOf,
  createVendorCalls,
  LostAnswerError,
  VendorRefusal,
  type VendorCallsOptions,
} from '#backend/providers/engine/vendor-calls.ts'

export interface ReplicateOptions {
  /** `https://api.replicate.com/v1`, or where a gateway mirrors it. */
  baseUrl: string
  token: string
}

/** `aborted`: the deadline passed before it ran, at no cost; `canceled`: it ran, and is charged. */
const Status = z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted'])

const job = {
  id: z.string().min(1),
  status: Status,
  input: z.looseObject({}).nullish(),
  error: z.unknown().optional(),
  logs: z.string().nullish(),
  created_at: z.string(),
  data_removed: z.boolean().optional(),
  metrics: z.object({ predict_time: z.number().nonnegative().optional() }).nullish(),
}

export const ReplicatePrediction = z.object({
  ...job,
  output: z.union([z.array(z.string()), z.string()]).nullish(),
})
export type ReplicatePrediction = z.infer<typeof ReplicatePrediction>

export const ReplicateTraining = z.object({
  ...job,
  output: z.object({ version: z.string().optional(), weights: z.string().optional() }).nullish(),
})
export type ReplicateTraining = z.infer<typeof ReplicateTraining>

const pageOf = <T>(item: z.ZodType<T>) => z.object({ results: z.array(item), next: z.string().nullish() })
const Account = z.object({ username: z.string().min(1) })
const HardwareList = z.array(z.object({ name: z.string(), sku: z.string() }))
const File = z.object({ id: z.string().min(1), urls: z.object({ get: z.url() }) })
const Secret = z.object({ key: z.string() })
const Anything = z.unknown()

/** Pages of a list that are read at most, of 100 jobs each. */
const PAGES_MOST = 20

interface Webhook {
  /** Told when the job has ended. */
  webhook: string | null
}

/**
 * Replicate's HTTP interface, as far as trainings and predictions need it.
 * All calls throw what `createVendorCalls` says.
 */
export function createReplicateClient(
  { baseUrl, token }: ReplicateOptions,
  calling: Pick<VendorCallsOptions, 'pause' | 'timeoutMs'> = {},
) {
  const base = baseUrl.replace(/\/$/, '')
  const calls = createVendorCalls({
    ...calling,
    vendor: 'replicate',
    headers: { authorization: `Bearer ${token}` },
    isOwn: addressesOf(base, []),
    isDelivery: addressesOf(base, ['replicate.delivery', 'replicate.com']),
  })
  const telling = ({ webhook }: Webhook) =>
    webhook === null ? {} : { webhook, webhook_events_filter: ['completed'] }
  const isThere = async (path: string, signal: AbortSignal): Promise<boolean> => {
    try {
      await calls.read(`${base}${path}`, { schema: Anything, signal })
      return true
    } catch (error) {
      if (isNotFound(error)) return false
      throw error
    }
  }
  const remove = async (path: string, signal: AbortSignal): Promise<void> => {
    try {
      await calls.read(`${base}${path}`, { schema: Anything, signal, method: 'DELETE' })
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }

  return {
    account: (signal: AbortSignal) => calls.read(`${base}/account`, { schema: Account, signal }),
    hardware: (signal: AbortSignal) => calls.read(`${base}/hardware`, { schema: HardwareList, signal }),
    /** The secret that signs hooks. */
    async webhookSecret(signal: AbortSignal): Promise<string> {
      return (await calls.read(`${base}/webhooks/default/secret`, { schema: Secret, signal })).key
    },

    /** Creates a private model for the versions that trainings make; no error when it is there. */
    async ensureModel(
      { owner, name, hardware }: { owner: string; name: string; hardware: string },
      signal: AbortSignal,
    ): Promise<void> {
      const body = { owner, name, visibility: 'private', hardware }
      try {
        await calls.create(`${base}/models`, { schema: Anything, body, signal })
      } catch (error) {
        const mayBeThere = error instanceof VendorRefusal || error instanceof LostAnswerError
        if (mayBeThere && (await isThere(`/models/${owner}/${name}`, signal))) return
        // A model costs nothing and its name is its key: a lost call may be sent again.
        if (error instanceof LostAnswerError) throw new UnavailableError('engine', { cause: error })
        throw error
      }
    },
    /**
     * Asks for the deletion of a version, and then of its model.
     * @returns whether both are gone; a version takes minutes to go
     */
    async deleteModel(
      { owner, name, version }: { owner: string; name: string; version: string | null },
      signal: AbortSignal,
    ): Promise<boolean> {
      const model = `/models/${owner}/${name}`
      if (version !== null) {
        await remove(`${model}/versions/${version}`, signal)
        if (await isThere(`${model}/versions/${version}`, signal)) return false
      }
      await remove(model, signal)
      return !(await isThere(model, signal))
    },

    hasVersion: (
      { owner, name, version }: { owner: string; name: string; version: string },
      signal: AbortSignal,
    ) => isThere(`/models/${owner}/${name}/versions/${version}`, signal),

    createTraining: (
      order: Webhook & { trainer: string; destination: string; input: Record<string, unknown> },
      signal: AbortSignal,
    ) => {
      const [model = '', version = ''] = order.trainer.split(':')
      const { destination, input } = order
      return calls.create(`${base}/models/${model}/versions/${version}/trainings`, {
        schema: ReplicateTraining,
        signal,
        body: { destination, input, ...telling(order) },
      })
    },
    training: (id: string, signal: AbortSignal) =>
      calls.read(`${base}/trainings/${id}`, { schema: ReplicateTraining, signal }),
    cancelTraining: (id: string, signal: AbortSignal) =>
      calls.read(`${base}/trainings/${id}/cancel`, { schema: ReplicateTraining, signal, method: 'POST' }),

    /** @param order `cancelAfter` such as `10m`: the vendor ends it by itself then */
    createPrediction: (
      order: Webhook & { version: string; input: Record<string, unknown>; cancelAfter: string },
      signal: AbortSignal,
    ) => {
      const { version, input, cancelAfter } = order
      return calls.create(`${base}/predictions`, {
        schema: ReplicatePrediction,
        signal,
        headers: { 'cancel-after': cancelAfter },
        body: { version, input, ...telling(order) },
      })
    },
    prediction: (id: string, signal: AbortSignal) =>
      calls.read(`${base}/predictions/${id}`, { schema: ReplicatePrediction, signal }),
    cancelPrediction: (id: string, signal: AbortSignal) =>
      calls.read(`${base}/predictions/${id}/cancel`, { schema: ReplicatePrediction, signal, method: 'POST' }),

    /** Newest first, created between the two. */
    predictionsOf: (after: Date, before: Date, signal: AbortSignal) => {
      const query = new URLSearchParams({
        created_after: after.toISOString(),
        created_before: before.toISOString(),
      })
      return pages(calls, `${base}/predictions?${query}`, ReplicatePrediction, signal)
    },
    /** Newest first, all there are: the list cannot be asked by time. */
    trainings: (signal: AbortSignal) => pages(calls, `${base}/trainings`, ReplicateTraining, signal),

    /** Sends a file for a training to read. */
    async upload(bytes: Uint8Array, signal: AbortSignal): Promise<{ id: string; url: string }> {
      const body = new FormData()
      body.set('content', new Blob([new Uint8Array(bytes)], { type: 'application/zip' }), 'selfies.zip')
      try {
        const { id, urls } = await calls.create(`${base}/files`, { schema: File, body, signal })
        return { id, url: urls.get }
      } catch (error) {
        // A file costs nothing, and one whose answer was lost goes by itself: it may be sent again.
        if (error instanceof LostAnswerError) throw new UnavailableError('engine', { cause: error })
        throw error
      }
    },
    deleteFile: (id: string, signal: AbortSignal) => remove(`/files/${id}`, signal),

    download: (address: string, options: { maxBytes: number; signal: AbortSignal }) =>
      calls.download(address, options),
  }
}

export type ReplicateClient = ReturnType<typeof createReplicateClient>

/** The vendor does not have it, or no longer. */
export function isNotFound(error: unknown): boolean {
  return error instanceof VendorRefusal && error.status === 404
}

async function* pages<T>(
  calls: ReturnType<typeof createVendorCalls>,
  address: string,
  item: z.ZodType<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  let next: string | null = address
  for (let page = 0; next !== null && page < PAGES_MOST; page += 1) {
    const read: { results: T[]; next?: string | null | undefined } = await calls.read(next, {
      schema: pageOf(item),
      signal,
    })
    yield* read.results
    next = read.next ?? null
  }
}
