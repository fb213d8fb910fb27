import type Stripe from 'stripe'
import { z } from 'zod'
import { SignatureError, type PaymentEvent, type PaymentGateway, type PaymentHook } from './payments-port.ts'

/** An older event is a replay. */
const TOLERANCE_SECONDS = 300

/** Events after which a payment may have changed: the ones to send to the webhooks. */
export const WATCHED_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'refund.created',
  'refund.updated',
  'refund.failed',
] as const

/** An object, or its id where it was not expanded. */
const Reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const Subject = z.object({ object: z.string(), id: z.string(), payment_intent: Reference.nullish() })

export function eventOf({ id, type, created, data }: Stripe.Event): PaymentEvent {
  const subject = Subject.safeParse(data.object).data
  return {
    id,
    type,
    happenedAt: new Date(created * 1000),
    reference: subject?.object === 'checkout.session' ? subject.id : null,
    paymentReference: subject?.payment_intent ?? null,
  }
}

/** Verifies a webhook's body by the SDK. */
export function verifyingEvents(
  stripe: Stripe,
  secrets: Readonly<Record<PaymentHook, readonly string[]>>,
): PaymentGateway['verifyEvent'] {
  return async (hook, rawBody, signatureHeader) => {
    if (signatureHeader === undefined) throw new SignatureError('no signature')
    try {
      const verified = secrets[hook].map((secret) =>
        stripe.webhooks.constructEventAsync(rawBody, signatureHeader, secret, TOLERANCE_SECONDS),
      )
      return eventOf(await Promise.any(verified))
    } catch (error) {
      throw new SignatureError('the signature does not hold', { cause: error })
    }
  }
}
