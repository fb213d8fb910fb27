import type Stripe from 'stripe'
import { outcomeOf, type Card, type CardOutcome } from './cards.ts'
import { redeemCoupon } from './coupons.ts'
import { openDispute } from './disputes.ts'
import { newId } from './ids.ts'
import { book } from './ledger.ts'
import { find, idOf, NOBODY, type State } from './state.ts'

export interface Payer {
  name: string
  email: string
}

export type Attempt =
  | { outcome: 'paid' }
  | { outcome: 'challenge' }
  | { outcome: 'declined'; code: string; declineCode: string | null }
  /** Paid or ended already. */
  | { outcome: 'over' }

const MESSAGES: Readonly<Record<string, string>> = {
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  payment_intent_authentication_failure: 'The provided PaymentMethod has failed authentication.',
  insufficient_funds: 'Your card has insufficient funds.',
  test_mode_live_card:
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
}
const messageOf = (code: string, declineCode: string | null): string =>
  MESSAGES[declineCode ?? code] ?? 'Your card was declined.'

/**
 * One payment attempt on the hosted page. `authenticated`: the outcome of the bank's 3-D Secure question, if there
 * was one.
 */
export function attempt(
  state: State,
  sessionId: string,
  by: { card: Card; payer: Payer; authenticated?: boolean },
): Attempt {
  return state.store.commit(() => {
    const session = find(state, 'sessions', sessionId)
    if (session.status !== 'open') return { outcome: 'over' }
    const outcome = settled(outcomeOf(by.card.number), by.authenticated)
    const intent = intentOf(state, session)
    if (outcome.kind === 'challenge') {
      const asked: Stripe.PaymentIntent = { ...intent, status: 'requires_action' }
      state.store.put('intents', asked)
      state.emit('payment_intent.requires_action', asked, NOBODY)
      return { outcome: 'challenge' }
    }
    if (outcome.kind === 'declined') return decline(state, intent, by, outcome)
    succeed(state, session, intent, by, outcome.isDisputed ?? false)
    return { outcome: 'paid' }
  })
}

/** A session over 0 is completed without a card. */
export function completeFree(state: State, sessionId: string, payer: Payer): Attempt {
  return state.store.commit(() => {
    const session = find(state, 'sessions', sessionId)
    if (session.status !== 'open') return { outcome: 'over' }
    complete(state, session, payer, { payment_status: 'no_payment_required' })
    return { outcome: 'paid' }
  })
}

function settled(outcome: CardOutcome, authenticated: boolean | undefined): CardOutcome {
  if (outcome.kind !== 'challenge' || authenticated === undefined) return outcome
  return authenticated
    ? { kind: 'paid' }
    : { kind: 'declined', code: 'payment_intent_authentication_failure' }
}

/** The payment intent of a session, created with the first attempt. */
function intentOf(state: State, session: Stripe.Checkout.Session): Stripe.PaymentIntent {
  if (session.payment_intent !== null) return find(state, 'intents', idOf(session.payment_intent))
  const { description, metadata } = find(state, 'lines', session.id)
  const id = newId('pi')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('', 25).slice(1)}`,
    confirmation_method: 'automatic',
    created: state.now(),
    currency: session.currency ?? '',
    customer: null,
    customer_account: null,
    description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
  state.store.put('intents', intent)
  state.store.put('sessions', { ...session, payment_intent: id })
  state.emit('payment_intent.created', intent, NOBODY)
  return intent
}

function chargeOf(
  state: State,
  intent: Stripe.PaymentIntent,
  { card, payer }: { card: Card; payer: Payer },
  failure: { code: string; message: string } | null,
): Stripe.Charge {
  const id = newId('ch')
  const isPaid = failure === null
  // Only the card details that the product reads: the published type requires a dozen more.
  const details = {
    type: 'card',
    card: {
      brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      last4: card.number.slice(-4),
      funding: 'credit',
      country: 'US',
    },
  } as unknown as Stripe.Charge.PaymentMethodDetails
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid
      ? book(state, 'charge', { amount: intent.amount, currency: intent.currency, source: id }).id
      : null,
    billing_details: { address: null, email: payer.email, name: payer.name, phone: null, tax_id: null },
    calculated_statement_descriptor: 'TEST',
    captured: isPaid,
    created: state.now(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: newId('pm'),
    payment_method_details: details,
    receipt_email: null,
    receipt_number: null,
    receipt_url: isPaid ? `${state.publicUrl}/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

function decline(
  state: State,
  intent: Stripe.PaymentIntent,
  by: { card: Card; payer: Payer },
  { code, declineCode = null }: { code: string; declineCode?: string | null },
): Attempt {
  const message = messageOf(code, declineCode)
  const charge = chargeOf(state, intent, by, { code, message })
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    latest_charge: charge.id,
    last_payment_error: {
      type: 'card_error',
      code,
      message,
      charge: charge.id,
      ...(declineCode !== null && { decline_code: declineCode }),
    },
  }
  state.store.put('charges', charge)
  state.store.put('intents', failed)
  state.emit('charge.failed', charge, NOBODY)
  state.emit('payment_intent.payment_failed', failed, NOBODY)
  return { outcome: 'declined', code, declineCode }
}

function succeed(
  state: State,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
  by: { card: Card; payer: Payer },
  isDisputed: boolean,
): void {
  const charge = chargeOf(state, intent, by, null)
  const paid: Stripe.PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    payment_method: charge.payment_method,
  }
  state.store.put('charges', charge)
  state.store.put('intents', paid)
  state.emit('charge.succeeded', charge, NOBODY)
  state.emit('payment_intent.succeeded', paid, NOBODY)
  complete(state, session, by.payer, { payment_status: 'paid', payment_intent: paid.id })
  if (isDisputed) openDispute(state, charge.id)
}

function complete(
  state: State,
  session: Stripe.Checkout.Session,
  { name, email }: Payer,
  change: Partial<Stripe.Checkout.Session>,
): void {
  const completed: Stripe.Checkout.Session = {
    ...session,
    ...change,
    status: 'complete',
    url: null,
    customer_details: {
      address: null,
      business_name: null,
      email,
      individual_name: null,
      name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
  }
  for (const { coupon, promotion_code: code } of session.discounts ?? []) {
    if (coupon !== null) redeemCoupon(state, idOf(coupon))
    const used = code === null ? undefined : state.store.get('promotionCodes', idOf(code))
    if (used) state.store.put('promotionCodes', { ...used, times_redeemed: used.times_redeemed + 1 })
  }
  state.store.put('sessions', completed)
  state.emit('checkout.session.completed', completed, NOBODY)
}
