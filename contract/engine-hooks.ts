import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { HOOK_MAX_BYTES } from './limits.ts'

/** Vendors of pictures that tell of their jobs by signed hooks. */
export const VendorHookName = z.enum(['fal', 'replicate', 'bfl'])
export type VendorHookName = z.infer<typeof VendorHookName>

export const engineHookEndpoints = {
  receiveEngineHook: defineEndpoint({
    method: 'POST',
    path: '/engines/hooks',
    aliases: [],
    auth: 'signature',
    rate: 'hook',
    summary: 'A vendor of pictures tells that something became of an order',
    query: z.object({
      engine: VendorHookName,
      order: z.string().min(1).max(512).meta({ description: 'What the vendor was ordered under' }),
      attempt: z.coerce.number().int().positive().meta({ description: 'Which submission of it' }),
    }),
    raw: {
      maxBytes: HOOK_MAX_BYTES,
      headers: [
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
        'x-fal-webhook-request-id',
        'x-fal-webhook-user-id',
        'x-fal-webhook-timestamp',
        'x-fal-webhook-signature',
        'x-bfl-signature',
      ],
    },
    response: z.object({ received: z.literal(true) }),
    errors: ['route_not_found'],
  }),
}
