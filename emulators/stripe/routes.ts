import { z } from 'zod'
import {
  couponNow,
  createCoupon,
  createPromotionCode,
  deleteCoupon,
  updateCoupon,
  updatePromotionCode,
} from './coupons.ts'
import { closeDispute, listDisputes, updateDispute } from './disputes.ts'
import { createEndpoint, deleteEndpoint, updateEndpoint, withoutSecret } from './endpoints.ts'
import { isWithin, pageOf } from './lists.ts'
import type { Values } from './parameters.ts'
import { cancelRefund, createRefund, listRefunds } from './refunds.ts'
import { createSession, expireSession, listSessions } from './sessions.ts'
import type { Kind, Kinds } from './store.ts'
import { Metadata, supported } from './supported.ts'
import { find, type Call, type State } from './state.ts'

export interface Request {
  /** The id in the path; empty for paths without one. */
  id: string
  /** Without `expand` and the parameters of paging. */
  parameters: Values
  paging: Values
  call: Call
}

type Operation = (state: State, request: Request) => object

const none = (parameters: Values): void => void supported(z.strictObject({}), parameters)

/** A list of `kind`, filtered by the parameters that `choose` knows; by `created` alone without it. */
function listing<K extends Kind>(
  url: string,
  kind: K,
  choose?: (state: State, parameters: Values) => Kinds[K][],
): Operation {
  const byCreation = ({ store }: State, parameters: Values): Kinds[K][] => {
    const { created } = supported(z.strictObject({ created: z.unknown().optional() }), parameters)
    return store.all(kind).filter((object) => !('created' in object) || isWithin(object.created, created))
  }
  return (state, { parameters, paging }) => pageOf(url, (choose ?? byCreation)(state, parameters), paging)
}

function retrieving(kind: Kind): Operation {
  return (state, { id, parameters }) => {
    none(parameters)
    return find(state, kind, id)
  }
}

/** An update of the metadata of an object without other changeable fields. */
function labelling(
  kind: 'refunds' | 'charges' | 'intents',
  update: 'refund.updated' | 'charge.updated' | null,
): Operation {
  return (state, { id, parameters, call }) => {
    const given = supported(z.strictObject({ metadata: Metadata.default({}) }), parameters)
    const before = find(state, kind, id)
    const changed = { ...before, metadata: { ...before.metadata, ...given.metadata } }
    state.store.put(kind, changed)
    if (update) state.emit(update, changed, call)
    return changed
  }
}

/** Every call that is answered, by the SDK's own spelling of its path. */
export const ROUTES: Readonly<Record<string, Operation>> = {
  'POST /v1/checkout/sessions': (state, { parameters }) => createSession(state, parameters),
  'GET /v1/checkout/sessions': listing('/v1/checkout/sessions', 'sessions', listSessions),
  'GET /v1/checkout/sessions/{id}': retrieving('sessions'),
  'POST /v1/checkout/sessions/{id}/expire': (state, { id, parameters, call }) => {
    none(parameters)
    return expireSession(state, id, call)
  },
  'GET /v1/checkout/sessions/{id}/line_items': (state, { id, parameters, paging }) => {
    none(parameters)
    find(state, 'sessions', id)
    return pageOf(
      `/v1/checkout/sessions/${id}/line_items`,
      [...find(state, 'lines', id).items].reverse(),
      paging,
    )
  },
  'GET /v1/payment_intents': listing('/v1/payment_intents', 'intents'),
  'GET /v1/payment_intents/{id}': retrieving('intents'),
  'POST /v1/payment_intents/{id}': labelling('intents', null),
  'GET /v1/charges': listing('/v1/charges', 'charges', ({ store }, parameters) => {
    const given = supported(
      z.strictObject({ payment_intent: z.string().optional(), created: z.unknown().optional() }),
      parameters,
    )
    return store
      .all('charges')
      .filter(
        ({ payment_intent: intent }) => given.payment_intent === undefined || intent === given.payment_intent,
      )
      .filter(({ created }) => isWithin(created, given.created))
  }),
  'GET /v1/charges/{id}': retrieving('charges'),
  'POST /v1/charges/{id}': labelling('charges', 'charge.updated'),
  'GET /v1/balance_transactions': listing(
    '/v1/balance_transactions',
    'transactions',
    ({ store }, parameters) => {
      const given = supported(
        z.strictObject({
          source: z.string().optional(),
          type: z.string().optional(),
          created: z.unknown().optional(),
        }),
        parameters,
      )
      return store
        .all('transactions')
        .filter(({ source, type }) => (given.source ?? source) === source && (given.type ?? type) === type)
        .filter(({ created }) => isWithin(created, given.created))
    },
  ),
  'GET /v1/balance_transactions/{id}': retrieving('transactions'),
  'POST /v1/refunds': (state, { parameters, call }) => createRefund(state, parameters, call),
  'GET /v1/refunds': listing('/v1/refunds', 'refunds', listRefunds),
  'GET /v1/refunds/{id}': retrieving('refunds'),
  'POST /v1/refunds/{id}': labelling('refunds', 'refund.updated'),
  'POST /v1/refunds/{id}/cancel': (state, { id, parameters, call }) => {
    none(parameters)
    return cancelRefund(state, id, call)
  },
  'GET /v1/disputes': listing('/v1/disputes', 'disputes', listDisputes),
  'GET /v1/disputes/{id}': retrieving('disputes'),
  'POST /v1/disputes/{id}': (state, { id, parameters, call }) => updateDispute(state, id, parameters, call),
  'POST /v1/disputes/{id}/close': (state, { id, parameters, call }) => {
    none(parameters)
    return closeDispute(state, id, 'lost', call)
  },
  'POST /v1/coupons': (state, { parameters, call }) => createCoupon(state, parameters, call),
  'GET /v1/coupons': listing('/v1/coupons', 'coupons'),
  'GET /v1/coupons/{id}': (state, { id, parameters }) => {
    none(parameters)
    return couponNow(state, find(state, 'coupons', id))
  },
  'POST /v1/coupons/{id}': (state, { id, parameters, call }) => updateCoupon(state, id, parameters, call),
  'DELETE /v1/coupons/{id}': (state, { id, call }) => deleteCoupon(state, id, call),
  'POST /v1/promotion_codes': (state, { parameters, call }) => createPromotionCode(state, parameters, call),
  'GET /v1/promotion_codes': listing('/v1/promotion_codes', 'promotionCodes', ({ store }, parameters) => {
    const given = supported(
      z.strictObject({
        active: z.boolean().optional(),
        code: z.string().optional(),
        coupon: z.string().optional(),
        created: z.unknown().optional(),
      }),
      parameters,
    )
    return store
      .all('promotionCodes')
      .filter(({ active }) => given.active === undefined || active === given.active)
      .filter(({ code }) => given.code === undefined || code.toLowerCase() === given.code.toLowerCase())
      .filter(({ promotion }) => given.coupon === undefined || promotion.coupon === given.coupon)
      .filter(({ created }) => isWithin(created, given.created))
  }),
  'GET /v1/promotion_codes/{id}': retrieving('promotionCodes'),
  'POST /v1/promotion_codes/{id}': (state, { id, parameters, call }) =>
    updatePromotionCode(state, id, parameters, call),
  'GET /v1/events': listing('/v1/events', 'events', ({ store }, parameters) => {
    const given = supported(
      z.strictObject({
        type: z.string().optional(),
        types: z.array(z.string()).max(20).optional(),
        created: z.unknown().optional(),
      }),
      parameters,
    )
    return store
      .all('events')
      .filter(({ type }) => (given.type ?? type) === type)
      .filter(({ type }) => given.types?.includes(type) ?? true)
      .filter(({ created }) => isWithin(created, given.created))
  }),
  'GET /v1/events/{id}': retrieving('events'),
  'POST /v1/webhook_endpoints': (state, { parameters }) => createEndpoint(state, parameters),
  'GET /v1/webhook_endpoints': listing('/v1/webhook_endpoints', 'endpoints', ({ store }, parameters) => {
    none(parameters)
    return store.all('endpoints').map(withoutSecret)
  }),
  'GET /v1/webhook_endpoints/{id}': (state, { id, parameters }) => {
    none(parameters)
    return withoutSecret(find(state, 'endpoints', id))
  },
  'POST /v1/webhook_endpoints/{id}': (state, { id, parameters }) =>
    withoutSecret(updateEndpoint(state, id, parameters)),
  'DELETE /v1/webhook_endpoints/{id}': (state, { id }) => deleteEndpoint(state, id),
}

/** The SDK's files that declare them. */
export const RESOURCES = [
  'Checkout/Sessions',
  'PaymentIntents',
  'Charges',
  'BalanceTransactions',
  'Refunds',
  'Disputes',
  'Coupons',
  'PromotionCodes',
  'Events',
  'WebhookEndpoints',
]

const COMPILED = Object.keys(ROUTES).map((route) => {
  const [method = '', path = ''] = route.split(' ')
  return { route, method, pattern: new RegExp(`^${path.replaceAll('{id}', '([^/]+)')}$`) }
})

/** The route of a call, and the id in its path; undefined for an unknown path. */
export function routeOf(method: string, path: string): { route: string; id: string } | undefined {
  for (const { route, method: wanted, pattern } of COMPILED) {
    const match = wanted === method ? pattern.exec(path) : null
    if (match) return { route, id: decodeURIComponent(match[1] ?? '') }
  }
  return undefined
}
