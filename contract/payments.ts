import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { StyleId } from './styles.ts'

/** created -> pending -> paid -> refunding -> refunded | expired | disputed; paid again after a refund of a part */
export const PaymentState = z.enum([
  'created',
  'pending',
  'paid',
  'refunding',
  'refunded',
  'expired',
  'disputed',
])
export type PaymentState = z.infer<typeof PaymentState>

/** Begun and not paid yet. */
export const OPEN_PAYMENT_STATES: readonly PaymentState[] = ['created', 'pending']

/** Through whom a payment is made. `free`: what costs nothing, which nobody has to be asked for. */
export const PaymentProvider = z.enum(['free', 'stripe'])
export type PaymentProvider = z.infer<typeof PaymentProvider>

/** A purchase is done at once, or goes on at the provider's page. */
export const CheckoutSession = z
  .discriminatedUnion('status', [
    z.object({ status: z.literal('fulfilled'), bundleId: z.uuid() }),
    z.object({
      status: z.literal('redirect'),
      url: z.url().meta({ description: 'Where the customer pays' }),
      expiresAt: z.iso.datetime().meta({ description: 'Until when; a new session is needed after it' }),
    }),
  ])
  .meta({ id: 'CheckoutSession' })
export type CheckoutSession = z.infer<typeof CheckoutSession>

export const paymentEndpoints = {
  createCheckoutSession: defineEndpoint({
    method: 'POST',
    path: '/stripe/create-checkout-session',
    aliases: [],
    auth: 'verified',
    rate: 'checkout',
    summary: 'Buys one style for one person; a purchase of nothing to pay is fulfilled at once',
    body: z.object({ personid: z.uuid(), styleId: StyleId, currency: Currency }),
    response: CheckoutSession,
    errors: ['person_not_found', 'selfies_insufficient'],
  }),
}
