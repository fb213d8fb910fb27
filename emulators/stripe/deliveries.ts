import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import type { Delivery } from './store.ts'
import { withoutSecret } from './endpoints.ts'
import type { State } from './state.ts'

const TIMEOUT_MS = 10_000
const TICK_MS = 100
/** Pauses double from the first, up to the last; Stripe goes on for days, this for about ten minutes. */
const RETRY_MS = { first: 500, most: 60_000 }
const ATTEMPTS_MOST = 20
/** Old enough for every tolerance. */
const STALE_SECONDS = 24 * 3600
const AT_A_TIME = 8

/** What happens to deliveries on command, each as a share of them (0 to 1). */
export interface Faults {
  /** Told twice, or oftener. */
  duplicate: number
  /** Number of forged copies beside the event: signed with another secret, changed after signing, or a day old. */
  forge: number
  /** Number of events never delivered. */
  drop: number
  /** Told later, by up to this much: what happened later may be told before. */
  delayMostMs: number
  /** No event is delivered while this is set. */
  hold: boolean
}

export const NO_FAULTS: Faults = { duplicate: 0, forge: 0, drop: 0, delayMostMs: 0, hold: false }

/** Stripe's signature of a body: over the timestamp, a dot, and the bytes. */
export function signatureOf(body: string, secret: string, atSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')
  return `t=${atSeconds},v1=${signature}`
}

/** Delivers events to endpoints, until each endpoint has accepted them. */
export function createDeliveries(state: State, random: () => number = Math.random) {
  const { store } = state
  const under = new Set<string>()
  let faults = NO_FAULTS
  let isOver = false

  /** What leaves: who is told, what, and under which signature. */
  const requestOf = (delivery: Delivery) => {
    const event = store.get('events', delivery.event)
    const endpoint = store.get('endpoints', delivery.endpoint)
    if (!event || endpoint?.status !== 'enabled') return undefined
    const nowSeconds = Math.floor(Date.now() / 1000)
    const { forged } = delivery
    const signedAt = forged === 'time' ? nowSeconds - STALE_SECONDS : nowSeconds
    const body = bodyOf(event)
    const secret = forged === 'secret' ? 'whsec_of_somebody_else' : (endpoint.secret ?? '')
    const signature = signatureOf(body, secret, signedAt)
    // Changed after signing.
    const sent = forged === 'body' ? body.replace('"livemode": false', '"livemode": true ') : body
    return { url: withoutSecret(endpoint).url, body: sent, signature }
  }

  const tell = async (delivery: Delivery): Promise<void> => {
    const request = requestOf(delivery)
    const status = request ? await post(request) : 410
    const attempts = delivery.attempts + 1
    const isTaken = status >= 200 && status < 300
    // A forged delivery is tried once: a correct endpoint refuses it.
    const isLast = isTaken || attempts >= ATTEMPTS_MOST || delivery.forged !== undefined || !request
    const pauseMs = Math.min(RETRY_MS.first * 2 ** (attempts - 1), RETRY_MS.most)
    if (isOver) return
    store.commit(() => {
      store.put('deliveries', {
        ...delivery,
        attempts,
        lastStatus: status,
        dueAt: isLast ? null : Date.now() + pauseMs * (0.75 + random() / 2),
        outcome: isTaken ? 'taken' : isLast ? 'given up' : 'waiting',
      })
      const event = store.get('events', delivery.event)
      if (isTaken && event && delivery.forged === undefined) {
        store.put('events', { ...event, pending_webhooks: Math.max(0, event.pending_webhooks - 1) })
      }
    })
  }

  /** Commanded faults apply before a delivery's first attempt. */
  const disturb = (delivery: Delivery): boolean => {
    if (delivery.attempts > 0 || delivery.id.includes('~')) return false
    const extra: Delivery[] = []
    if (random() < faults.duplicate) extra.push({ ...delivery, id: `${delivery.id}~again` })
    if (random() < faults.forge) {
      const forged = (['secret', 'body', 'time'] as const)[Math.floor(random() * 3)] ?? 'secret'
      extra.push({ ...delivery, id: `${delivery.id}~forged`, forged })
    }
    const isDropped = random() < faults.drop
    const later = () => Date.now() + random() * faults.delayMostMs
    if (extra.length === 0 && !isDropped && faults.delayMostMs === 0) return false
    store.commit(() => {
      for (const copy of extra) store.put('deliveries', { ...copy, dueAt: later() })
      // Marked, so that the fault applies once.
      store.remove('deliveries', delivery.id)
      const marked = { ...delivery, id: `${delivery.id}~` }
      store.put(
        'deliveries',
        isDropped ? { ...marked, dueAt: null, outcome: 'dropped' } : { ...marked, dueAt: later() },
      )
    })
    return true
  }

  const tick = (): void => {
    if (faults.hold || isOver) return
    const now = Date.now()
    for (const delivery of store.all('deliveries')) {
      if (under.size >= AT_A_TIME) return
      if (delivery.dueAt === null || delivery.dueAt > now || under.has(delivery.id) || disturb(delivery))
        continue
      under.add(delivery.id)
      void tell(delivery).finally(() => under.delete(delivery.id))
    }
  }
  const timer = setInterval(tick, TICK_MS)

  return {
    faults: () => faults,
    /** From now on. */
    disturb(change: Partial<Faults>): void {
      faults = { ...faults, ...change }
    },
    /** Delivers the held events, the newest first. */
    async releaseReversed(): Promise<void> {
      const waiting = store.all('deliveries').filter(({ outcome }) => outcome === 'waiting')
      for (const delivery of waiting.reverse()) await tell(delivery)
      faults = { ...faults, hold: false }
    },
    /** Delivers an event again, to every endpoint subscribed to it. */
    again(eventId: string, forged?: Delivery['forged']): number {
      const known = store.all('deliveries').filter(({ event }) => event === eventId)
      const endpoints = [...new Set(known.map(({ endpoint }) => endpoint))]
      store.commit(() => {
        for (const endpoint of endpoints) {
          const id = `${eventId}~${endpoint}~${store.all('deliveries').length}`
          store.put('deliveries', {
            id,
            event: eventId,
            endpoint,
            attempts: 0,
            dueAt: Date.now(),
            outcome: 'waiting',
            ...(forged && { forged }),
          })
        }
      })
      return endpoints.length
    },
    close(): void {
      isOver = true
      clearInterval(timer)
    },
  }
}

export type Deliveries = ReturnType<typeof createDeliveries>

/** The body as sent: `pending_webhooks` is not updated in it. */
function bodyOf(event: Stripe.Event): string {
  return JSON.stringify(event, null, 2)
}

async function post({
  url,
  body,
  signature,
}: {
  url: string
  body: string
  signature: string
}): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signature,
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
