import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { VendorRefusal, createVendorCalls, type VendorCallsOptions } from '../vendor-calls.ts'

/** A prediction as a container tells of it. */
export const CogPrediction = z.looseObject({
  id: z.string(),
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled']),
  output: z.unknown().optional(),
  error: z.string().nullish(),
  logs: z.string().nullish(),
  metrics: z.looseObject({ predict_time: z.number().optional() }).nullish(),
})
export type CogPrediction = z.infer<typeof CogPrediction>

const Accepted = z.looseObject({ status: z.string() })
const Health = z.looseObject({
  status: z.enum(['STARTING', 'READY', 'BUSY', 'SETUP_FAILED', 'DEFUNCT', 'UNHEALTHY']),
})
export type CogHealth = z.infer<typeof Health>['status']

/** All slots are in use. */
const FULL = 409
/** The model is not loaded yet. */
const NOT_READY = 503

/** Calls to containers that speak Cog's HTTP protocol, each with a slot of its own. */
export function createCogClient(
  { addresses, uploadUrl }: { addresses: readonly string[]; uploadUrl: string | null },
  options: Pick<VendorCallsOptions, 'pause' | 'timeoutMs'> = {},
) {
  const origins = new Set(addresses.map((address) => new URL(address).origin))
  const calls = createVendorCalls({
    vendor: 'cog',
    headers: {},
    isOwn: ({ origin }) => origins.has(origin),
    isDelivery: ({ origin, href }) =>
      origins.has(origin) || (uploadUrl !== null && href.startsWith(uploadUrl)),
    ...options,
  })
  return {
    async health(address: string, signal: AbortSignal): Promise<CogHealth> {
      return (await calls.read(`${address}/health-check`, { schema: Health, signal })).status
    },

    /**
     * Begins a prediction, once. A repeat for a running one begins no other; the result goes to `webhook` alone.
     * @returns false when all slots are in use: it was not begun
     * @throws VendorRefusal when its input is wrong
     * @throws UnavailableError when it was not begun
     * @throws LostAnswerError when it may have been
     */
    async begin(
      address: string,
      id: string,
      order: { input: Readonly<Record<string, unknown>>; webhook: string },
      signal: AbortSignal,
    ): Promise<boolean> {
      try {
        await calls.create(`${address}/predictions/${id}`, {
          method: 'PUT',
          headers: { prefer: 'respond-async' },
          schema: Accepted,
          body: { ...order, webhook_events_filter: ['start', 'logs', 'completed'] },
          isBusy: (status) => status === NOT_READY,
          signal,
        })
        return true
      } catch (error) {
        if (error instanceof VendorRefusal && error.status === FULL) return false
        throw error
      }
    },

    /** Ends a prediction; no error when none runs. */
    async cancel(address: string, id: string, signal: AbortSignal): Promise<void> {
      const request = { method: 'POST', schema: z.unknown(), signal } as const
      await calls.read(`${address}/predictions/${id}/cancel`, request).catch((error: unknown) => {
        if (!(error instanceof VendorRefusal) || error.status !== 404) throw error
      })
    },

    /** A file of an output, from a data URL or an address; undefined when it is gone. */
    async file(address: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array | undefined> {
      const [, base64] = /^data:[^,]*;base64,(.*)$/s.exec(address) ?? []
      if (base64 !== undefined) return new Uint8Array(Buffer.from(base64, 'base64'))
      try {
        return new Uint8Array(await buffer(await calls.download(address, { maxBytes, signal })))
      } catch (error) {
        if (error instanceof VendorRefusal) return undefined
        throw error
      }
    },
  }
}

export type CogClient = ReturnType<typeof createCogClient>
