import { z } from 'zod'
import { serve } from '#backend/http/call.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { ProductError } from '#contract/errors.ts'

const shared = { aliases: [], summary: 'Of this test', errors: [] } as const
/** Parts of the contract that no call of the product has yet. */
export const furtherEndpoints = {
  echoCode: defineEndpoint({
    ...shared,
    method: 'GET',
    path: '/echo/{code}/{count}',
    auth: 'public',
    rate: 'public',
    cache: { publicSeconds: 60, staleSeconds: 600 },
    params: z.object({ code: z.string(), count: z.coerce.number().int() }),
    response: z.object({ code: z.string(), count: z.number() }),
  }),
  takeHook: defineEndpoint({
    ...shared,
    method: 'POST',
    path: '/echo/hook',
    auth: 'signature',
    rate: 'hook',
    raw: { maxBytes: 100, headers: ['stripe-signature'] },
    response: z.object({ bytes: z.string(), signature: z.string() }),
  }),
}
export const furtherCalls = serve(furtherEndpoints, {
  echoCode: ({ params }) => Promise.resolve(params),
  takeHook: ({ rawBody, headers }) => {
    const signature = headers['stripe-signature']
    if (signature === undefined) throw new ProductError('signature_invalid')
    return Promise.resolve({ bytes: Buffer.from(rawBody).toString('hex'), signature })
  },
})
