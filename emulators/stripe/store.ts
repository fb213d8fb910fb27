import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type Stripe from 'stripe'

/** Data of a session that is not part of the Stripe object. */
export interface SessionLines {
  id: string
  items: Stripe.LineItem[]
  /** For the payment, once it is created. */
  description: string | null
  metadata: Record<string, string>
}
/** The stored answer of an idempotency key. */
export interface Answered {
  id: string
  route: string
  parameters: string
  requestId: string
  status: number
  body: string
  at: number
}
/** One event on its way to one endpoint. */
export interface Delivery {
  id: string
  event: string
  endpoint: string
  attempts: number
  /** Milliseconds; null when the delivery has ended. */
  dueAt: number | null
  outcome: 'waiting' | 'taken' | 'given up' | 'dropped'
  /** How a forged delivery differs; absent for a true one. */
  forged?: 'secret' | 'body' | 'time'
  lastStatus?: number
}
/** Settings that outlive a restart. */
export interface Setting {
  id: string
  value: unknown
}

/** Everything kept, by kind; objects refer to each other by id, and are replaced, never changed. */
export interface Kinds {
  sessions: Stripe.Checkout.Session
  lines: SessionLines
  intents: Stripe.PaymentIntent
  charges: Stripe.Charge
  refunds: Stripe.Refund
  disputes: Stripe.Dispute
  transactions: Stripe.BalanceTransaction
  coupons: Stripe.Coupon
  promotionCodes: Stripe.PromotionCode
  endpoints: Stripe.WebhookEndpoint
  events: Stripe.Event
  deliveries: Delivery
  answers: Answered
  settings: Setting
}
export type Kind = keyof Kinds

type Change = [kind: Kind, id: string, object: unknown]

export interface Store {
  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined
  /** Oldest first. */
  all<K extends Kind>(kind: K): Kinds[K][]
  /** Only within `commit`. */
  put<K extends Kind>(kind: K, object: Kinds[K]): void
  remove(kind: Kind, id: string): void
  /** Applies all changes of `work` at once, in memory and in the file; none when it throws. */
  commit<T>(work: () => T): T
}

/**
 * Keeps objects in memory, and each commit as one line of a file, so that a killed process loses at most its running
 * commit. The file is rewritten at the start.
 */
export function openStore(file: string | undefined): Store {
  const kinds = new Map<Kind, Map<string, unknown>>()
  const of = (kind: Kind): Map<string, unknown> => {
    const known = kinds.get(kind) ?? new Map<string, unknown>()
    kinds.set(kind, known)
    return known
  }
  const apply = ([kind, id, object]: Change): void => {
    if (object === undefined || object === null) of(kind).delete(id)
    else of(kind).set(id, object)
  }
  if (file !== undefined) {
    for (const change of readChanges(file)) apply(change)
    const held = [...kinds].flatMap(([kind, objects]) =>
      [...objects].map(([id, object]): Change => [kind, id, object]),
    )
    rewrite(file, held)
  }

  let changes: Change[] | undefined
  let undo: Change[] = []
  const change = (next: Change): void => {
    if (!changes) throw new Error('outside a commit')
    const [kind, id] = next
    undo.push([kind, id, of(kind).get(id)])
    changes.push(next)
    apply(next)
  }

  return {
    // Every kind's map holds only objects of that kind.
    get: <K extends Kind>(kind: K, id: string) => of(kind).get(id) as Kinds[K] | undefined,
    all: <K extends Kind>(kind: K) => [...of(kind).values()] as Kinds[K][],
    put: (kind, object) => change([kind, object.id, object]),
    remove: (kind, id) => change([kind, id, null]),
    commit(work) {
      if (changes) return work()
      changes = []
      undo = []
      try {
        const result = work()
        if (file !== undefined && changes.length > 0) appendFileSync(file, `${JSON.stringify(changes)}\n`)
        return result
      } catch (error) {
        for (const before of undo.reverse()) apply(before)
        throw error
      } finally {
        changes = undefined
      }
    },
  }
}

function readChanges(file: string): Change[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index, lines) => {
      if (line === '') return []
      try {
        return JSON.parse(line) as Change[]
      } catch (error) {
        // The last line may be half a commit, which was never acknowledged.
        if (index >= lines.length - 2) return []
        throw error
      }
    })
}

function rewrite(file: string, held: readonly Change[]): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.new`
  writeFileSync(draft, held.map((change) => `${JSON.stringify([change])}\n`).join(''), { mode: 0o600 })
  renameSync(draft, file)
}
