import { z } from 'zod'
import {
  addressesOf,
  createVendorCalls,
  VendorRefusal,
  type VendorCallsOptions,
} from '#backend/providers/engine/vendor-calls.ts'

export interface BflOptions {
  /** `https://api.eu.bfl.ai` keeps what it is sent within the EU. */
  baseUrl: string
  key: string
}

const Submitted = z.object({ id: z.string().min(1), polling_url: z.url() })
const Result = z.object({
  status: z.string(),
  result: z.object({ sample: z.string().optional() }).nullish(),
  error: z.unknown().optional(),
})
export type BflResult = z.infer<typeof Result>

/**
 * Black Forest Labs' HTTP interface, for pictures by references.
 * All calls throw what `createVendorCalls` says.
 */
export function createBflClient(
  { baseUrl, key }: BflOptions,
  calling: Pick<VendorCallsOptions, 'pause' | 'timeoutMs'> = {},
) {
  const base = baseUrl.replace(/\/$/, '')
  const calls = createVendorCalls({
    ...calling,
    vendor: 'bfl',
    headers: { 'x-key': key },
    isOwn: addressesOf(base, ['bfl.ai']),
    isDelivery: addressesOf(base, ['bfl.ai', 'blob.core.windows.net']),
  })
  return {
    /**
     * Orders a picture.
     * @returns its id, and the only address at which it is to be asked for: that of the region that works on it
     */
    async submit(
      order: {
        model: string
        prompt: string
        /** JPEGs, the person's best first. */
        references: readonly Uint8Array[]
        width: number
        height: number
        seed: number
        hook: { url: string; secret: string } | null
      },
      signal: AbortSignal,
    ): Promise<{ id: string; pollingUrl: string }> {
      const { model, prompt, references, width, height, seed, hook } = order
      const images: Record<string, string> = {}
      for (const [index, bytes] of references.entries()) {
        const field = index === 0 ? 'input_image' : `input_image_${index + 1}`
        images[field] = Buffer.from(bytes).toString('base64')
      }
      const answer = await calls.create(`${base}/v1/${model}`, {
        schema: Submitted,
        signal,
        body: {
          prompt,
          width,
          height,
          seed,
          output_format: 'jpeg',
          safety_tolerance: 2,
          ...images,
          ...(hook && { webhook_url: hook.url, webhook_secret: hook.secret }),
        },
      })
      return { id: answer.id, pollingUrl: answer.polling_url }
    },

    /** The polling address of an order whose answer was lost, and whose id a hook told. */
    pollingUrlOf: (id: string): string => `${base}/v1/get_result?${new URLSearchParams({ id })}`,

    /** The result of a task; of an unknown one with the status `Task not found`, also where HTTP says 404. */
    async result(pollingUrl: string, signal: AbortSignal): Promise<BflResult> {
      try {
        return await calls.read(pollingUrl, { schema: Result, signal })
      } catch (error) {
        if (error instanceof VendorRefusal && error.status === 404) return { status: 'Task not found' }
        throw error
      }
    },

    download: (address: string, options: { maxBytes: number; signal: AbortSignal }) =>
      calls.download(address, options),
  }
}

export type BflClient = ReturnType<typeof createBflClient>
