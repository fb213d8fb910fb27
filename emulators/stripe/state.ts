import type Stripe from 'stripe'
import { API_VERSION } from './version.ts'
import { missing } from './fault.ts'
import { newId } from './ids.ts'
import type { Kind, Kinds, Store } from './store.ts'

/** The current call: its id and key go into the events it causes. */
export interface Call {
  requestId: string | null
  idempotencyKey: string | null
}

export const NO_CALL: Call = { requestId: null, idempotencyKey: null }

/** What every part of the emulator works with. */
export interface State {
  store: Store
  /** Address for browsers. */
  publicUrl: string
  /** Unix seconds, by a clock that commands may move forward. */
  now(): number
  /** Records an event, and its deliveries. */
  emit(type: Stripe.Event['type'], object: object, call: Call): void
}

/** Stripe's words for the kinds that are asked for by id, and the parameter that names them. */
const NAMES: Partial<Record<Kind, [what: string, param: string]>> = {
  sessions: ['checkout.session', 'session'],
  intents: ['payment_intent', 'intent'],
  charges: ['charge', 'id'],
  refunds: ['refund', 'id'],
  disputes: ['dispute', 'id'],
  transactions: ['balance transaction', 'id'],
  coupons: ['coupon', 'coupon'],
  promotionCodes: ['promotion code', 'promotion_code'],
  endpoints: ['webhook endpoint', 'webhook_endpoint'],
  events: ['event', 'id'],
}

/** @throws StripeFault resource_missing */
export function find<K extends Kind>({ store }: State, kind: K, id: string): Kinds[K] {
  const found = store.get(kind, id)
  if (found !== undefined) return found
  const [what, param] = NAMES[kind] ?? [kind, 'id']
  throw missing(what, id, param)
}

/** Stored objects refer by id alone; the published types also allow the whole object. */
export function idOf(reference: string | { id: string } | null): string {
  return typeof reference === 'string' ? reference : (reference?.id ?? '')
}

/** Creates events, each with a delivery for every subscribed endpoint. */
export function createState(deps: { store: Store; publicUrl: string; nowMs: () => number }): State {
  const { store, publicUrl, nowMs } = deps
  const now = () => Math.floor(nowMs() / 1000)
  return {
    store,
    publicUrl,
    now,
    emit(type, object, { requestId, idempotencyKey }) {
      const endpoints = store
        .all('endpoints')
        .filter(
          ({ status, enabled_events: wanted }) =>
            status === 'enabled' && (wanted.includes('*') || wanted.includes(type)),
        )
      const event = {
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: now(),
        data: { object },
        livemode: false,
        pending_webhooks: endpoints.length,
        request: { id: requestId, idempotency_key: idempotencyKey },
        type,
        // One shape for all types, which the published union cannot see.
      } as unknown as Stripe.Event
      store.put('events', event)
      for (const endpoint of endpoints) {
        const delivery = { id: newId('dlv'), event: event.id, endpoint: endpoint.id }
        store.put('deliveries', { ...delivery, attempts: 0, dueAt: Date.now(), outcome: 'waiting' })
      }
    },
  }
}
