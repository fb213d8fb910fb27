import { z } from 'zod'
import type { InjectedErrors } from './api.ts'
import type { Deliveries } from './deliveries.ts'
import { readMeans } from './debits.ts'
import { closeDispute, escalateDispute, openDispute, type Verdict } from './disputes.ts'
import { invalid, StripeFault } from './fault.ts'
import { attempt, endDebit, settleDebits } from './payments.ts'
import { awaitCustomer, failRefund, succeedRefund } from './refunds.ts'
import { expireOverdue, expireSession } from './sessions.ts'
import { find, NO_CALL, type State } from './state.ts'

const Share = z.number().min(0).max(1)
const Faults = z.strictObject({
  duplicate: Share.optional(),
  forge: Share.optional(),
  drop: Share.optional(),
  delayMostMs: z.number().min(0).max(600_000).optional(),
  hold: z.boolean().optional(),
})
const Again = z.strictObject({ forged: z.enum(['secret', 'body', 'time']).optional() })
const Failing = z.strictObject({
  /** A call in the SDK's spelling, or all. */
  route: z.string().default('*'),
  status: z.union([z.literal(429), z.literal(500), z.literal(503)]).default(500),
  times: z.number().int().min(1).default(1),
  /** After the work was done: the answer is lost, the work is not. */
  afterwards: z.boolean().default(false),
})
const Entry = z.strictObject({
  /** Of a card, or of an account that is debited. */
  number: z.string(),
  /** What the customer sees and pays, where the session prices by their currency. */
  presentment: z.strictObject({ amount: z.number().int().min(1), currency: z.string() }).optional(),
})
const Opening = z.strictObject({
  status: z.enum(['needs_response', 'warning_needs_response', 'prevented']).optional(),
  amount: z.number().int().optional(),
})
const Advance = z.strictObject({ seconds: z.number().int().min(0) })

/** Calls that are to fail, in the order they were commanded. */
export function createInjectedErrors(): InjectedErrors & { add(failing: z.output<typeof Failing>): void } {
  const waiting: z.output<typeof Failing>[] = []
  return {
    add: (failing) => void waiting.push(failing),
    take(route) {
      const index = waiting.findIndex((failing) => failing.route === '*' || failing.route === route)
      const failing = waiting[index]
      if (!failing) return undefined
      failing.times -= 1
      if (failing.times === 0) waiting.splice(index, 1)
      return { status: failing.status, afterwards: failing.afterwards }
    },
  }
}

/** Commands for tests and people who control the emulator: `POST /_emulator/...` with JSON. */
export function createControl(deps: {
  state: State
  deliveries: Deliveries
  injected: ReturnType<typeof createInjectedErrors>
  advance: (seconds: number) => void
}) {
  const { state, deliveries, injected, advance } = deps
  const { store } = state
  const close = (verdict: Verdict) => (id: string) =>
    store.commit(() => closeDispute(state, id, verdict, NO_CALL))
  const commands: Readonly<Record<string, (id: string, body: unknown) => unknown>> = {
    hooks: (_id, body) => {
      deliveries.disturb(withoutAbsent(Faults.parse(body)))
      return deliveries.faults()
    },
    'hooks/release-reversed': async () => {
      await deliveries.releaseReversed()
      return deliveries.faults()
    },
    'events/{id}/deliver': (id, body) => ({ endpoints: deliveries.again(id, Again.parse(body).forged) }),
    failures: (_id, body) => injected.add(Failing.parse(body)),
    clock: (_id, body) => {
      advance(Advance.parse(body).seconds)
      store.commit(() => {
        expireOverdue(state)
        settleDebits(state)
      })
      return { now: state.now() }
    },
    'charges/{id}/dispute': (id, body) =>
      store.commit(() => openDispute(state, id, withoutAbsent(Opening.parse(body)))),
    'disputes/{id}/escalate': (id) => store.commit(() => escalateDispute(state, id)),
    'disputes/{id}/won': close('won'),
    'disputes/{id}/lost': close('lost'),
    'disputes/{id}/prevented': close('prevented'),
    'disputes/{id}/warning_closed': close('warning_closed'),
    'refunds/{id}/fail': (id) => store.commit(() => failRefund(state, id)),
    'refunds/{id}/succeed': (id) => store.commit(() => succeedRefund(state, id)),
    'refunds/{id}/await-customer': (id) => store.commit(() => awaitCustomer(state, id)),
    'sessions/{id}/pay': (id, body) => payInForm(state, id, Entry.parse(body)),
    'sessions/{id}/debit-paid': (id) => store.commit(() => endDebit(state, id, 'paid')),
    'sessions/{id}/debit-failed': (id) => store.commit(() => endDebit(state, id, 'failed')),
    'sessions/{id}/expire': (id) => store.commit(() => expireSession(state, id, NO_CALL)),
  }

  return async (method: string, path: string, body: string): Promise<{ status: number; body: unknown }> => {
    if (method === 'GET' && path === 'deliveries') return { status: 200, body: store.all('deliveries') }
    const given = path.split('/')
    for (const [template, command] of Object.entries(commands)) {
      const parts = template.split('/')
      const fits =
        parts.length === given.length && parts.every((part, at) => part === '{id}' || part === given[at])
      if (!fits || method !== 'POST') continue
      try {
        const id = given[parts.indexOf('{id}')] ?? ''
        return { status: 200, body: (await command(id, JSON.parse(body || '{}'))) ?? {} }
      } catch (error) {
        if (error instanceof StripeFault) return { status: error.status, body: { error: error.body } }
        if (error instanceof z.ZodError || error instanceof SyntaxError) {
          return { status: 400, body: { error: { message: error.message } } }
        }
        throw error
      }
    }
    return { status: 404, body: { error: { message: `no command: ${method} ${path}` } } }
  }
}

/** What Stripe's form does with a card or an account, on the shop's own page: an embedded session has none here. */
function payInForm(state: State, id: string, { number, presentment }: z.output<typeof Entry>) {
  const payer = { name: 'Test', email: 'buyer@example.org' }
  const means = readMeans({ number, expiry: '12/40', cvc: '123', ...payer }, new Date())
  if (Array.isArray(means)) throw invalid(`wrong: ${means.join()}`)
  const { outcome } = attempt(state, id, { means, payer, presentment })
  const { return_url: url } = find(state, 'sessions', id)
  return { outcome, url: (url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id) }
}

function withoutAbsent<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
