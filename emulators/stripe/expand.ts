import { z } from 'zod'
import { invalid } from './fault.ts'
import { pageOf } from './lists.ts'
import type { Kind } from './store.ts'
import { couponNow } from './coupons.ts'
import type { State } from './state.ts'

const DEPTH_MAX = 4
const Json = z.record(z.string(), z.unknown())
type Json = z.output<typeof Json>

/** For each kind of object the members that hold an id of another, and of which kind. */
const REFERENCES: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  'checkout.session': { payment_intent: 'intents' },
  payment_intent: { latest_charge: 'charges' },
  charge: { balance_transaction: 'transactions', payment_intent: 'intents' },
  refund: {
    balance_transaction: 'transactions',
    charge: 'charges',
    failure_balance_transaction: 'transactions',
    payment_intent: 'intents',
  },
  dispute: { charge: 'charges', payment_intent: 'intents' },
}
/** Members without an object of their own on the way to a reference. */
const NESTED: Readonly<Record<string, Kind>> = { coupon: 'coupons', promotion_code: 'promotionCodes' }

/** Lists that are part of an object only where they are asked for. */
function includable(state: State, object: Json, member: string): object | undefined {
  const id = String(object.id)
  if (object.object === 'checkout.session' && member === 'line_items') {
    const items = state.store.get('lines', id)?.items ?? []
    return pageOf(`/v1/checkout/sessions/${id}/line_items`, [...items].reverse(), {})
  }
  if (object.object === 'charge' && member === 'refunds') {
    const refunds = state.store.all('refunds').filter(({ charge }) => charge === id)
    return pageOf(`/v1/charges/${id}/refunds`, refunds, {})
  }
  return undefined
}

/** The answer with `paths` filled in. @throws StripeFault for what cannot be expanded */
export function expand(state: State, answer: object, paths: readonly string[]): object {
  let expanded = Json.parse(answer)
  for (const path of paths) {
    const members = path.split('.')
    if (members.length > DEPTH_MAX) {
      throw invalid(`You cannot expand more than ${DEPTH_MAX} levels of a property.`, { param: 'expand' })
    }
    expanded = expandMember(state, expanded, members, path)
  }
  return expanded
}

function expandMember(state: State, object: Json, [member = '', ...rest]: string[], path: string): Json {
  const value = valueOf(state, object, member, path)
  const deeper = (inner: unknown): unknown =>
    rest.length === 0 || inner === null ? inner : expandMember(state, Json.parse(inner), rest, path)
  return { ...object, [member]: Array.isArray(value) ? value.map(deeper) : deeper(value) }
}

function valueOf(state: State, object: Json, member: string, path: string): unknown {
  const list = includable(state, object, member)
  const held = object[member]
  if (list) return held ?? list
  const kind =
    REFERENCES[String(object.object)]?.[member] ?? (object.object === undefined ? NESTED[member] : undefined)
  if (kind !== undefined) {
    if (typeof held !== 'string') return held ?? null
    const found = state.store.get(kind, held)
    return kind === 'coupons' && found && 'times_redeemed' in found && 'duration' in found
      ? couponNow(state, found)
      : found
  }
  // On the way: the objects of a list, and members that are objects themselves.
  const isOnTheWay =
    (object.object === 'list' && member === 'data') || (member === 'discounts' && Array.isArray(held))
  if (isOnTheWay || (object.object === 'promotion_code' && member === 'promotion')) return held
  throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
}
