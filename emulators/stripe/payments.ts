import type Stripe from 'stripe'
import { outcomeOf, type Card, type CardOutcome } from './cards.ts'
import { redeemCoupon } from './coupons.ts'
import { currencyNamed } from './currencies.ts'
import { debitOutcomeOf, isDebit, type Debit } from './debits.ts'
import { openDispute } from './disputes.ts'
import { invalid } from './fault.ts'
import { newId } from './ids.ts'
import { book } from './ledger.ts'
import { find, idOf, NO_CALL, type State } from './state.ts'

export interface Payer {
  name: string
  email: string
}

/** What the customer sees and pays in their own currency, by Adaptive Pricing. */
export interface Presentment {
  amount: number
  currency: string
}

/** Who pays, with what, and how. */
interface By {
  means: Card | Debit
  payer: Payer
  /** What became of the bank's question, if it was asked. */
  authenticated?: boolean
  presentment?: Presentment | undefined
}

export type Attempt =
  | { outcome: 'paid' }
  /** The session is complete; whether the bank pays is known later. */
  | { outcome: 'processing' }
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

/** The customer presses the button. @throws StripeFault for a way to pay that the session does not offer */
export function attempt(state: State, sessionId: string, by: By): Attempt {
  return state.store.commit(() => {
    const opened = find(state, 'sessions', sessionId)
    if (opened.status !== 'open') return { outcome: 'over' }
    const type = isDebit(by.means) ? 'sepa_debit' : 'card'
    if (!opened.payment_method_types.includes(type)) throw invalid(`${opened.id} does not offer ${type}.`)
    const session = presented(state, opened, by.presentment)
    const intent = intentOf(state, session)
    if (isDebit(by.means)) {
      beginDebit(state, session, intent, by)
      return { outcome: 'processing' }
    }
    const outcome = settled(outcomeOf(by.means.number), by.authenticated)
    if (outcome.kind === 'challenge') {
      const asked: Stripe.PaymentIntent = { ...intent, status: 'requires_action' }
      state.store.put('intents', asked)
      state.emit('payment_intent.requires_action', asked, NO_CALL)
      return { outcome: 'challenge' }
    }
    if (outcome.kind === 'declined') return decline(state, intent, by, outcome)
    succeed(state, session, intent, by, outcome.isDisputed ?? false)
    return { outcome: 'paid' }
  })
}

/** @throws StripeFault where the session does not price by the customer's currency */
function presented(
  state: State,
  session: Stripe.Checkout.Session,
  presentment: Presentment | undefined,
): Stripe.Checkout.Session {
  if (!presentment) return session
  if (!session.adaptive_pricing?.enabled) throw invalid(`${session.id} has no adaptive pricing.`)
  const currency = currencyNamed(presentment.currency, 'presentment[currency]')
  const details = { presentment_amount: presentment.amount, presentment_currency: currency }
  const shown: Stripe.Checkout.Session = { ...session, presentment_details: details }
  state.store.put('sessions', shown)
  return shown
}

/** A session that costs nothing is completed without a card. */
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
    payment_method_types: session.payment_method_types,
    payment_record: null,
    ...(session.presentment_details && { presentment_details: session.presentment_details }),
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
  state.emit('payment_intent.created', intent, NO_CALL)
  return intent
}

/** A charge's details of the payment method: the fields that clients read; the published type requires a dozen more. */
function detailsOf(means: Card | Debit): Stripe.Charge.PaymentMethodDetails {
  if (isDebit(means)) {
    const { iban } = means
    const account = { bank_code: iban.slice(4, 12), country: iban.slice(0, 2), last4: iban.slice(-4) }
    // The cast: see above.
    return { type: 'sepa_debit', sepa_debit: account } as unknown as Stripe.Charge.PaymentMethodDetails
  }
  const { brand, expMonth, expYear, number } = means
  const card = { brand, exp_month: expMonth, exp_year: expYear, last4: number.slice(-4) }
  const details = { type: 'card', card: { ...card, funding: 'credit', country: 'US' } }
  // The cast: see above.
  return details as unknown as Stripe.Charge.PaymentMethodDetails
}

function chargeOf(
  state: State,
  intent: Stripe.PaymentIntent,
  { means, payer }: By,
  outcome: 'succeeded' | 'pending' | { code: string; message: string },
): Stripe.Charge {
  const id = newId('ch')
  const failure = typeof outcome === 'object' ? outcome : null
  const isPaid = outcome === 'succeeded'
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: failure === null ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid
      ? book(state, 'charge', { amount: intent.amount, currency: intent.currency, source: id }).id
      : null,
    billing_details: { address: null, email: payer.email, name: payer.name, phone: null, tax_id: null },
    calculated_statement_descriptor: 'TEST',
    captured: failure === null,
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
    payment_method_details: detailsOf(means),
    ...(intent.presentment_details && { presentment_details: intent.presentment_details }),
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
    status: typeof outcome === 'object' ? 'failed' : outcome,
    transfer_data: null,
    transfer_group: null,
  }
}

function decline(
  state: State,
  intent: Stripe.PaymentIntent,
  by: By,
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
  state.emit('charge.failed', charge, NO_CALL)
  state.emit('payment_intent.payment_failed', failed, NO_CALL)
  return { outcome: 'declined', code, declineCode }
}

function succeed(
  state: State,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
  by: By,
  isDisputed: boolean,
): void {
  const charge = chargeOf(state, intent, by, 'succeeded')
  takeMoney(state, intent, charge)
  complete(state, session, by.payer, { payment_status: 'paid', payment_intent: intent.id })
  if (isDisputed) openDispute(state, charge.id)
}

function takeMoney(state: State, intent: Stripe.PaymentIntent, charge: Stripe.Charge): void {
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
  state.emit('charge.succeeded', charge, NO_CALL)
  state.emit('payment_intent.succeeded', paid, NO_CALL)
}

/** Starts the debit: the session is complete, and its payment is processing. */
function beginDebit(
  state: State,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
  by: By,
): void {
  const charge = chargeOf(state, intent, by, 'pending')
  const processing: Stripe.PaymentIntent = {
    ...intent,
    status: 'processing',
    latest_charge: charge.id,
    last_payment_error: null,
    payment_method: charge.payment_method,
  }
  state.store.put('charges', charge)
  state.store.put('intents', processing)
  state.emit('charge.pending', charge, NO_CALL)
  state.emit('payment_intent.processing', processing, NO_CALL)
  complete(state, session, by.payer, { payment_status: 'unpaid', payment_intent: intent.id })
}

/** The bank has answered for a debit. @throws StripeFault where it was not asked */
export function endDebit(state: State, sessionId: string, end: 'paid' | 'failed'): Stripe.Checkout.Session {
  const session = find(state, 'sessions', sessionId)
  const intent = session.payment_intent && find(state, 'intents', idOf(session.payment_intent))
  if (!intent || intent.status !== 'processing') throw invalid(`No bank is asked about ${sessionId}.`)
  const charge = find(state, 'charges', idOf(intent.latest_charge))
  if (end === 'failed') {
    failDebit(state, intent, charge)
    state.emit('checkout.session.async_payment_failed', session, NO_CALL)
    return session
  }
  const { amount, currency } = charge
  const booked = book(state, 'charge', { amount, currency, source: charge.id })
  const receiptUrl = `${state.publicUrl}/receipts/${charge.id}`
  takeMoney(state, intent, {
    ...charge,
    paid: true,
    status: 'succeeded',
    balance_transaction: booked.id,
    receipt_url: receiptUrl,
  })
  const paid: Stripe.Checkout.Session = { ...session, payment_status: 'paid' }
  state.store.put('sessions', paid)
  state.emit('checkout.session.async_payment_succeeded', paid, NO_CALL)
  if (outcomeOfDebit(charge)?.isDisputed) openDispute(state, charge.id)
  return paid
}

function failDebit(state: State, intent: Stripe.PaymentIntent, charge: Stripe.Charge): void {
  const code = 'insufficient_funds'
  const message = "The transaction can't be processed because your customer's account has too little money."
  const failed: Stripe.Charge = {
    ...charge,
    status: 'failed',
    captured: false,
    amount_captured: 0,
    failure_code: code,
    failure_message: message,
  }
  const refused: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: { type: 'card_error', code, message, charge: charge.id },
  }
  state.store.put('charges', failed)
  state.store.put('intents', refused)
  state.emit('charge.failed', failed, NO_CALL)
  state.emit('payment_intent.payment_failed', refused, NO_CALL)
}

const outcomeOfDebit = ({ payment_method_details: details }: Stripe.Charge) =>
  debitOutcomeOf(details?.sepa_debit?.last4 ?? '')

/** What the accounts made for it do some time later. */
export function settleDebits(state: State): void {
  for (const session of state.store.all('sessions')) {
    if (session.status !== 'complete' || session.payment_status !== 'unpaid') continue
    const intent = find(state, 'intents', idOf(session.payment_intent))
    if (intent.status !== 'processing') continue
    const charge = find(state, 'charges', idOf(intent.latest_charge))
    const outcome = outcomeOfDebit(charge)
    if (outcome && state.now() - charge.created >= outcome.afterSeconds) {
      endDebit(state, session.id, outcome.end)
    }
  }
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
  state.emit('checkout.session.completed', completed, NO_CALL)
}
