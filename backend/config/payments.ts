import { z } from 'zod'
import { choice, secretsOf, text } from './fields.ts'

const startingWith = (...starts: string[]) =>
  text.refine(
    (value) => starts.some((start) => value.startsWith(start)),
    `does not start with ${starts.join(' or ')}`,
  )

export const Payments = z.discriminatedUnion(
  'PAYMENTS',
  [
    z.object({ PAYMENTS: z.literal('none') }).transform(() => ({ kind: 'none' as const })),
    z
      .object({
        PAYMENTS: z.literal('stripe'),
        STRIPE_SECRET_KEY: startingWith('sk_', 'rk_').describe(
          'The secret or restricted key of the account.',
        ),
        STRIPE_WEBHOOK_SECRET: secretsOf(startingWith('whsec_')).describe(
          'Signs what Stripe sends to `/stripe/webhooks`: sessions, refunds and disputes of orders.',
        ),
        STRIPE_B2B_WEBHOOK_SECRET: secretsOf(startingWith('whsec_')).describe(
          'Signs what Stripe sends to `/b2b/payment/stripe/webhooks`: payments of companies for seats.',
        ),
        STRIPE_API_BASE: z
          .url()
          .optional()
          .describe("Address of the emulator that stands in for Stripe's own; no money moves."),
      })
      .transform((env) => ({
        kind: 'stripe' as const,
        secretKey: env.STRIPE_SECRET_KEY,
        webhookSecrets: { orders: env.STRIPE_WEBHOOK_SECRET, seats: env.STRIPE_B2B_WEBHOOK_SECRET },
        apiBase: env.STRIPE_API_BASE,
      })),
  ],
  choice('stripe', 'none'),
)
