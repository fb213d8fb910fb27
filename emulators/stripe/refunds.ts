import type Stripe from 'stripe'
import { z } from 'zod'
import { invalid, missing } from './fault.ts'
import { newId } from './ids.ts'
import { book } from './ledger.ts'
import { isWithin } from './lists.ts'
import type { Values } from './parameters.ts'
import { Metadata, supported } from './supported.ts'
import { outcomeOf } from './cards.ts'
import { shownAmount } from './currencies.ts'
import { isHeldByBank } from './disputes.ts'
import { find, idOf, NO_CALL, type Call, type State } from './state.ts'

/** Seconds after which a refund to one of the special test cards succeeds or fails. */
const LATER_SECONDS = 2

const Parameters = z.strictObject({
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  amount: z.number().optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: Metadata.default({}),
})

/** @throws StripeFault */
export function createRefund(state: State, parameters: Values, call: Call): Stripe.Refund {
  const given = supported(Parameters, parameters)
  const charge = chargeToRefund(state, given)
  const left = charge.amount - charge.amount_refunded
  const amount = given.amount ?? left
  if (isHeldByBank(state, charge)) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  if (amount < 1) {
    const message = 'This value must be greater than or equal to 1.'
    throw invalid(message, { code: 'parameter_invalid_integer', param: 'amount' })
  }
  if (amount > left) {
    const message = `Refund amount (${shown(amount, charge)}) is greater than unrefunded amount on charge (${shown(left, charge)})`
    throw invalid(message, { param: 'amount' })
  }
  return makeRefund(state, charge, { ...given, amount }, call)
}

function makeRefund(
  state: State,
  charge: Stripe.Charge,
  given: z.output<typeof Parameters> & { amount: number },
  call: Call,
): Stripe.Refund {
  const id = newId('re')
  const { amount } = given
  const { currency, payment_intent: intent } = charge
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: book(state, 'refund', { amount: -amount, currency, source: id }).id,
    charge: charge.id,
    created: state.now(),
    currency,
    customer: null,
    customer_account: null,
    metadata: given.metadata,
    payment_intent: intent,
    payment_method: charge.payment_method,
    ...presentedShare(charge, amount),
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refundsOf(charge) === 'pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
  state.store.put('refunds', refund)
  const refunded = refundedBy(state, charge, amount)
  state.emit('refund.created', refund, call)
  state.emit('charge.refunded', refunded, call)
  return refund
}

function refundedBy(state: State, charge: Stripe.Charge, amount: number): Stripe.Charge {
  const total = charge.amount_refunded + amount
  const changed = { ...charge, amount_refunded: total, refunded: total === charge.amount }
  state.store.put('charges', changed)
  return changed
}

function chargeToRefund(state: State, given: z.output<typeof Parameters>): Stripe.Charge {
  if (given.charge !== undefined) return find(state, 'charges', given.charge)
  if (given.payment_intent === undefined) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  }
  const intent = state.store.get('intents', given.payment_intent)
  if (!intent) throw missing('payment_intent', given.payment_intent, 'payment_intent')
  const charge =
    intent.latest_charge === null ? undefined : state.store.get('charges', idOf(intent.latest_charge))
  if (charge?.paid !== true) {
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    })
  }
  return charge
}

/** How the card of a charge takes a refund. */
function refundsOf(charge: Stripe.Charge): 'pending' | 'fail' | undefined {
  // The card number is not stored; all cards that affect refunds share their first digits.
  const outcome = outcomeOf(`400000000000${charge.payment_method_details?.card?.last4 ?? ''}`)
  return outcome.kind === 'paid' ? outcome.refunds : undefined
}

/** Fails a refund at the bank: the money returns, and the charge can be refunded again. */
export function failRefund(state: State, id: string): Stripe.Refund {
  const refund = find(state, 'refunds', id)
  if (isOver(refund)) return refund
  const failed = takeBack(
    state,
    refund,
    { status: 'failed', failure_reason: 'expired_or_canceled_card' },
    NO_CALL,
  )
  state.emit('refund.failed', failed, NO_CALL)
  return failed
}

/** @throws StripeFault for one that does not wait for the customer */
export function cancelRefund(state: State, id: string, call: Call): Stripe.Refund {
  const refund = find(state, 'refunds', id)
  if (refund.status !== 'requires_action') {
    throw invalid(
      `Refund ${id} has a status of ${refund.status ?? ''}: only requires_action can be canceled.`,
    )
  }
  return takeBack(state, refund, { status: 'canceled' }, call)
}

/** The customer has to say where the money goes, as with some ways to pay. */
export function awaitCustomer(state: State, id: string): Stripe.Refund {
  const waiting: Stripe.Refund = { ...find(state, 'refunds', id), status: 'requires_action' }
  state.store.put('refunds', waiting)
  state.emit('refund.updated', waiting, NO_CALL)
  return waiting
}

const isOver = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled'

function takeBack(
  state: State,
  refund: Stripe.Refund,
  change: Pick<Stripe.Refund, 'status' | 'failure_reason'>,
  call: Call,
): Stripe.Refund {
  const { id, amount, currency } = refund
  const back: Stripe.Refund = {
    ...refund,
    ...change,
    failure_balance_transaction: book(state, 'refund_failure', { amount, currency, source: id }).id,
  }
  state.store.put('refunds', back)
  refundedBy(state, find(state, 'charges', idOf(refund.charge)), -amount)
  state.emit('refund.updated', back, call)
  return back
}

export function succeedRefund(state: State, id: string): Stripe.Refund {
  const succeeded: Stripe.Refund = { ...find(state, 'refunds', id), status: 'succeeded' }
  state.store.put('refunds', succeeded)
  state.emit('refund.updated', succeeded, NO_CALL)
  return succeeded
}

/** Settles pending refunds to the special test cards. */
export function settleRefunds(state: State): void {
  for (const refund of state.store.all('refunds')) {
    if (isOver(refund) || state.now() - refund.created < LATER_SECONDS) continue
    const later = refundsOf(find(state, 'charges', idOf(refund.charge)))
    if (later === 'fail') failRefund(state, refund.id)
    if (later === 'pending' && refund.status === 'pending') succeedRefund(state, refund.id)
  }
}

export function listRefunds({ store }: State, parameters: Values): Stripe.Refund[] {
  const given = supported(
    z.strictObject({
      charge: z.string().optional(),
      payment_intent: z.string().optional(),
      created: z.unknown().optional(),
    }),
    parameters,
  )
  return store
    .all('refunds')
    .filter(({ charge }) => given.charge === undefined || charge === given.charge)
    .filter(
      ({ payment_intent: intent }) => given.payment_intent === undefined || intent === given.payment_intent,
    )
    .filter(({ created }) => isWithin(created, given.created))
}

const shown = (amount: number, { currency }: Stripe.Charge): string => shownAmount(amount, currency)

/** The same share of what the customer saw and paid. */
function presentedShare(
  { amount: whole, presentment_details: details }: Stripe.Charge,
  amount: number,
): Pick<Stripe.Refund, 'presentment_details'> {
  if (!details) return {}
  const share = Math.round((details.presentment_amount * amount) / whole)
  return { presentment_details: { ...details, presentment_amount: share } }
}
