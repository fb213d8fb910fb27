import Stripe from 'stripe'
import { answerWithin } from '../outage/unavailable-error.ts'
import { failed } from './stripe-errors.ts'
import { eventOf, verifyingEvents, WATCHED_EVENTS } from './stripe-events.ts'
import { isFailed, paymentOf, readingOf, refundsOf, SESSION_WITH_MONEY, seatsOf } from './stripe-snapshot.ts'
import {
  PaymentError,
  type PaymentGateway,
  type PaymentHook,
  type PaymentSnapshot,
  type SessionRequest,
} from './payments-port.ts'

export interface StripeSettings {
  secretKey: string
  /** One secret for each hook, or two while Stripe changes it. */
  webhookSecrets: Readonly<Record<PaymentHook, readonly string[]>>
  /** The address of another program that speaks Stripe's protocol; Stripe itself when not given. */
  apiBase: string | undefined
}

/** For each attempt. */
const TIMEOUT_MS = 10_000
const RETRIES = 2
/**
 * For a call with all its attempts: shorter than the gateway's time-out. An attempt that continues afterwards is
 * harmless, as calls are repeatable.
 */
const CALL_MS = 14_000
const PAGE = 100
/** Stripe's limit for the name of a discount. */
const DISCOUNT_NAME_MAX = 40

/** Stripe's hosted checkout page and its embedded form, through its own SDK and the API version that the SDK pins. */
export function createStripeGateway({ secretKey, webhookSecrets, apiBase }: StripeSettings): PaymentGateway {
  const stripe = new Stripe(secretKey, {
    ...(apiBase !== undefined && addressOf(apiBase)),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  })

  const retrieve = async (reference: string, expand: string[] = []) => {
    const session = await stripe.checkout.sessions
      .retrieve(reference, { expand: [...SESSION_WITH_MONEY, ...expand] })
      .catch(failed)
    const { charge } = refundsOf(session)
    // A session shows the latest ten alone; an order of several styles may have more.
    if (charge?.refunds?.has_more) {
      charge.refunds.data = []
      const all = stripe.refunds.list({ charge: charge.id, limit: PAGE })
      for await (const refund of mapped(all)) charge.refunds.data.push(refund)
    }
    return session
  }

  /**
   * A session cannot be expanded to its disputes. Stripe marks a charge as disputed while a dispute is open, and perhaps not
   * after a prevented one: the disputes of every paid session are read.
   */
  const disputesOf = async (session: Stripe.Checkout.Session): Promise<Stripe.Dispute[]> => {
    const { payment_intent: intent } = session
    if (intent === null || typeof intent === 'string') return []
    if (intent.latest_charge === null || typeof intent.latest_charge === 'string') return []
    if (!intent.latest_charge.paid) return []
    return (await stripe.disputes.list({ payment_intent: intent.id, limit: PAGE }).catch(failed)).data
  }

  const readSession = async (reference: string): Promise<PaymentSnapshot> => {
    const session = await retrieve(reference)
    return readingOf(session, await disputesOf(session))
  }

  return {
    createSession: bounded(async (request) => {
      const coupon = request.discount && (await createCoupon(stripe, request).catch(failed))
      const session = await stripe.checkout.sessions
        .create(sessionOf(request, coupon?.id), { idempotencyKey: `session:${request.paymentId}` })
        .catch(failed)
      return { reference: session.id, url: session.url, clientSecret: session.client_secret }
    }),

    readSession: bounded(readSession),

    expireSession: bounded(async (reference) => {
      await stripe.checkout.sessions.expire(reference).catch((error: unknown) => {
        // The session is no longer open: its snapshot shows its state.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.statusCode === 404)
          failed(error)
      })
      return readSession(reference)
    }),

    refund: bounded(async (reference, amountMinor, idempotencyKey, paymentId) => {
      const { intent, refunds } = refundsOf(await retrieve(reference))
      if (!intent) throw new PaymentError('rejected', `session ${reference} was not paid`)
      // Stripe would answer a repeat with the refund that failed.
      const failures = refunds.filter((refund) => isFailed(refund) && paymentOf(refund) === paymentId).length
      const key = failures === 0 ? idempotencyKey : `${idempotencyKey}:${failures}`
      await stripe.refunds
        .create(
          { payment_intent: intent.id, amount: amountMinor, metadata: { payment_id: paymentId } },
          { idempotencyKey: key },
        )
        .catch(failed)
    }),

    findSession: bounded(async (paymentReference) => {
      const { data } = await stripe.checkout.sessions
        .list({ payment_intent: paymentReference, limit: 1 })
        .catch(failed)
      return data[0]?.id ?? null
    }),

    readSeats: bounded(async (reference) => {
      const session = await retrieve(reference, ['line_items'])
      return seatsOf(session, readingOf(session, await disputesOf(session)))
    }),

    async *sessionsSince(since) {
      const made = stripe.checkout.sessions.list({ created: { gte: secondsOf(since) }, limit: PAGE })
      for await (const { id, metadata } of mapped(made)) {
        yield { reference: id, paymentId: metadata?.payment_id ?? null }
      }
    },

    async *eventsSince(since) {
      const types = [...WATCHED_EVENTS]
      const heard = stripe.events.list({ created: { gte: secondsOf(since) }, types, limit: PAGE })
      for await (const event of mapped(heard)) yield eventOf(event)
    },

    verifyEvent: verifyingEvents(stripe, webhookSecrets),
  }
}

function bounded<A extends unknown[], T>(call: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  return (...args) => answerWithin('payments', CALL_MS, call(...args))
}

function sessionOf(request: SessionRequest, coupon: string | undefined): Stripe.Checkout.SessionCreateParams {
  const { paymentId, currency, items } = request
  const metadata = { payment_id: paymentId }
  return {
    mode: 'payment',
    currency: currency.toLowerCase(),
    line_items: items.map(({ name, regularAmountMinor }) => ({
      quantity: 1,
      price_data: {
        currency: currency.toLowerCase(),
        unit_amount: regularAmountMinor,
        // Consumer prices include tax.
        tax_behavior: 'inclusive',
        product_data: { name },
      },
    })),
    ...(coupon !== undefined && { discounts: [{ coupon }] }),
    ...(request.customerEmail !== null && { customer_email: request.customerEmail }),
    adaptive_pricing: { enabled: request.allowsLocalCurrency },
    locale: request.locale,
    client_reference_id: paymentId,
    metadata,
    payment_intent_data: { metadata, description: items.map(({ name }) => name).join(' · ') },
    ...(request.form === 'embedded'
      ? { ui_mode: 'embedded_page', return_url: request.successUrl }
      : { success_url: request.successUrl, cancel_url: request.cancelUrl }),
    expires_at: secondsOf(request.expiresAt),
  }
}

/** Stripe shows a discount only as one of its own coupons: this one is for a single session. */
function createCoupon(stripe: Stripe, { paymentId, currency, discount, expiresAt }: SessionRequest) {
  if (!discount) throw new Error('there is no discount')
  return stripe.coupons.create(
    {
      name: discount.name.slice(0, DISCOUNT_NAME_MAX),
      amount_off: discount.amountMinor,
      currency: currency.toLowerCase(),
      duration: 'once',
      max_redemptions: 1,
      redeem_by: secondsOf(expiresAt),
      metadata: { payment_id: paymentId },
    },
    { idempotencyKey: `coupon:${paymentId}` },
  )
}

async function* mapped<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* pages
  } catch (error) {
    failed(error)
  }
}

function addressOf(base: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(base)
  const isPlain = protocol === 'http:'
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? '80' : '443') }
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000)
