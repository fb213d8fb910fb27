import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { StyleId } from './styles.ts'

export const paymentEndpoints = {
  createCheckoutSession: defineEndpoint({
    method: 'POST',
    path: '/stripe/create-checkout-session',
    aliases: [],
    auth: 'verified',
    rate: 'checkout',
    summary: 'Buys one style for one person; a purchase of nothing to pay is fulfilled at once',
    body: z.object({ personid: z.uuid(), styleId: StyleId, currency: Currency }),
    response: z.object({ status: z.literal('fulfilled'), bundleId: z.uuid() }),
    errors: ['person_not_found', 'selfies_insufficient', 'person_busy'],
  }),
}
