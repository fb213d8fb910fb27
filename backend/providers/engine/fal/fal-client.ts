import { z } from 'zod'
import {
  addressesOf,
  createVendorCalls,
  VendorRefusal,
  type VendorCallsOptions,
} from '#backend/providers/engine/vendor-calls.ts'

export interface FalOptions {
  /** `https://queue.fal.run`. */
  baseUrl: string
  key: string
}

const Submitted = z.object({
  request_id: z.string().min(1),
  response_url: z.url(),
  status_url: z.url(),
  cancel_url: z.url(),
})

/** There is no state for failures: they are `COMPLETED` with an error. */
const Status = z.object({
  status: z.enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED']),
  logs: z.array(z.looseObject({ message: z.string().optional() })).nullish(),
  error: z.unknown().optional(),
  error_type: z.string().nullish(),
})
export type FalStatus = z.infer<typeof Status>

const Canceled = z.looseObject({ status: z.string().optional() })

/** The vendor's addresses of a request. */
export interface FalRequest {
  requestId: string
  statusUrl: string
  responseUrl: string
  cancelUrl: string
}

export type FalCancellation =
  /** It had not begun, and costs nothing. */
  | 'removed'
  /** It had begun: it may still end with a result, and cost. */
  | 'requested'
  | 'already_completed'
  | 'not_found'

/**
 * fal's queue. Nothing ordered here is kept by the vendor longer than it has to be.
 * All calls throw what `createVendorCalls` says.
 */
export function createFalClient(
  { baseUrl, key }: FalOptions,
  calling: Pick<VendorCallsOptions, 'pause' | 'timeoutMs'> = {},
) {
  const base = baseUrl.replace(/\/$/, '')
  const calls = createVendorCalls({
    ...calling,
    vendor: 'fal',
    headers: { authorization: `Key ${key}` },
    isOwn: addressesOf(base, ['fal.run']),
    isDelivery: addressesOf(base, ['fal.media', 'fal.run']),
  })

  return {
    /**
     * Sends an order to the queue.
     * @param order `keptSeconds`: after which its files are gone at the vendor; `startsWithinSeconds`: it fails unless it
     * has begun by then
     */
    async submit(
      order: {
        app: string
        input: Record<string, unknown>
        keptSeconds: number
        startsWithinSeconds: number
        webhook: string | null
      },
      signal: AbortSignal,
    ): Promise<FalRequest> {
      const { app, input, keptSeconds, startsWithinSeconds, webhook } = order
      const query = webhook === null ? '' : `?${new URLSearchParams({ fal_webhook: webhook })}`
      const answer = await calls.create(`${base}/${app}${query}`, {
        schema: Submitted,
        body: input,
        signal,
        headers: {
          'x-fal-store-io': '0',
          'x-fal-object-lifecycle-preference': JSON.stringify({ expiration_duration_seconds: keptSeconds }),
          'x-fal-request-timeout': String(startsWithinSeconds),
          'x-fal-no-retry': '1',
        },
      })
      return {
        requestId: answer.request_id,
        statusUrl: answer.status_url,
        responseUrl: answer.response_url,
        cancelUrl: answer.cancel_url,
      }
    },

    /** The addresses of a request whose answer was lost, and whose id a hook told. */
    requestOf(app: string, requestId: string): FalRequest {
      const [owner, alias] = app.split('/')
      const responseUrl = `${base}/${owner}/${alias}/requests/${encodeURIComponent(requestId)}`
      return {
        requestId,
        responseUrl,
        statusUrl: `${responseUrl}/status`,
        cancelUrl: `${responseUrl}/cancel`,
      }
    },

    /** Always with logs: their own client reads them unguarded, and some applications break without. */
    status: ({ statusUrl }: FalRequest, signal: AbortSignal): Promise<FalStatus> =>
      calls.read(withQuery(statusUrl, { logs: '1' }), { schema: Status, signal }),

    /** The result of a completed request. */
    result: <T>({ responseUrl }: FalRequest, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> =>
      calls.read(responseUrl, { schema, signal, isFinal: ({ headers }) => isFinalError(headers) }),

    async cancel({ cancelUrl }: FalRequest, signal: AbortSignal): Promise<FalCancellation> {
      try {
        const { status } = await calls.read(cancelUrl, { schema: Canceled, signal, method: 'PUT' })
        return status === 'CANCELLATION_REQUESTED' ? 'requested' : 'removed'
      } catch (error) {
        if (!(error instanceof VendorRefusal)) throw error
        if (error.status === 404) return 'not_found'
        if (error.status === 400) return 'already_completed'
        throw error
      }
    },

    download: (address: string, options: { maxBytes: number; signal: AbortSignal }) =>
      calls.download(address, options),
  }
}

export type FalClient = ReturnType<typeof createFalClient>

/** The application's own error, which another read will not change. Two headers say so, by age of the application. */
function isFinalError(headers: Headers): boolean {
  if (headers.get('x-fal-request-timeout-type') === 'user') return true
  const hint = headers.get('x-fal-retryable') ?? headers.get('x-fal-needs-retry')
  return hint === 'false' || hint === '0'
}

function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
