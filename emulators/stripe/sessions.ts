import type Stripe from 'stripe'
import { z } from 'zod'
import { usableCoupon } from './coupons.ts'
import { currencyNamed } from './currencies.ts'
import { invalid } from './fault.ts'
import { newId } from './ids.ts'
import { lineItem, type LineRequest } from './line-items.ts'
import { isWithin } from './lists.ts'
import type { Values } from './parameters.ts'
import { Metadata, supported } from './supported.ts'
import { find, NO_CALL, type Call, type State } from './state.ts'

const EXPIRY_LEAST_SECONDS = 30 * 60
const EXPIRY_MOST_SECONDS = 24 * 3600
/** Below this no card is charged, in the smallest unit of the currencies used here. */
const TOTAL_LEAST = 50
/** Tolerance for clock differences and for the request's own duration. */
const GRACE_SECONDS = 60

const Price = z.strictObject({
  currency: z.string(),
  unit_amount: z.number().min(0),
  tax_behavior: z.enum(['inclusive', 'exclusive', 'unspecified']).default('unspecified'),
  product_data: z.strictObject({
    name: z.string(),
    description: z.string().optional(),
    metadata: Metadata.default({}),
  }),
})

const Parameters = z.strictObject({
  mode: z.literal('payment'),
  ui_mode: z.enum(['hosted_page', 'embedded_page']).default('hosted_page'),
  currency: z.string().optional(),
  line_items: z
    .array(z.strictObject({ price_data: Price, quantity: z.number().min(1).default(1) }))
    .min(1)
    .max(100),
  discounts: z
    .array(z.strictObject({ coupon: z.string().optional(), promotion_code: z.string().optional() }))
    .max(1)
    .default([]),
  adaptive_pricing: z.strictObject({ enabled: z.boolean().default(false) }).optional(),
  billing_address_collection: z.literal('auto').optional(),
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.string().optional(),
  locale: z.string().optional(),
  metadata: Metadata.default({}),
  payment_intent_data: z
    .strictObject({ description: z.string().optional(), metadata: Metadata.default({}) })
    .default({ metadata: {} }),
  allowed_payment_method_types: z
    .array(z.enum(['card', 'sepa_debit']))
    .min(1)
    .optional(),
  submit_type: z.enum(['auto', 'pay']).optional(),
  success_url: z.string().optional(),
  return_url: z.string().optional(),
  cancel_url: z.string().optional(),
  expires_at: z.number().optional(),
})
type Given = z.output<typeof Parameters>

/** Checks a session's parameters as Stripe does before creating it. @throws StripeFault */
function assertAcceptable(state: State, parameters: Values): void {
  const isEmbedded = parameters.ui_mode === 'embedded_page'
  for (const name of ['mode', 'line_items', isEmbedded ? 'return_url' : 'success_url']) {
    if (parameters[name] === undefined) {
      throw invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
    }
  }
  for (const name of isEmbedded ? ['success_url', 'cancel_url'] : ['return_url']) {
    if (parameters[name] === undefined) continue
    const mode = isEmbedded ? 'embedded_page' : 'hosted_page'
    throw invalid(`\`${name}\` is not allowed when \`ui_mode\` is \`${mode}\`.`, { param: name })
  }
  for (const name of ['success_url', 'cancel_url', 'return_url']) {
    const url = parameters[name]
    // The placeholder is filled in later.
    if (typeof url === 'string' && !URL.canParse(url.replaceAll(/[{}]/g, ''))) {
      throw invalid('Not a valid URL', { code: 'url_invalid', param: name })
    }
  }
  const { customer_email: email, expires_at: expiresAt } = parameters
  if (typeof email === 'string' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'customer_email' })
  }
  if (typeof expiresAt !== 'number') return
  const seconds = expiresAt - state.now()
  if (seconds < EXPIRY_LEAST_SECONDS - GRACE_SECONDS) {
    throw invalid('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    })
  }
  if (seconds > EXPIRY_MOST_SECONDS + GRACE_SECONDS) {
    throw invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    })
  }
}

/** @throws StripeFault */
export function createSession(state: State, parameters: Values): Stripe.Checkout.Session {
  assertAcceptable(state, parameters)
  const given = supported(Parameters, parameters)
  const currency = currencyOf(given)
  const requests: LineRequest[] = given.line_items.map(({ price_data: price, quantity }) => ({
    quantity,
    currency,
    unitAmount: price.unit_amount,
    taxBehavior: price.tax_behavior,
    name: price.product_data.name,
    metadata: price.product_data.metadata,
  }))
  const subtotal = requests.reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0)
  const [asked] = given.discounts
  const discount = asked && usableCoupon(state, asked)
  const off = discount ? amountOff(discount.coupon, subtotal, currency) : 0
  const total = subtotal - off
  if (total > 0 && total < TOTAL_LEAST) {
    throw invalid("The Checkout Session's total amount must convert to at least 50 cents.", {
      code: 'amount_too_small',
    })
  }

  const id = newId('cs_test', 58)
  const session: Stripe.Checkout.Session = {
    ...blank(given),
    id,
    amount_subtotal: subtotal,
    amount_total: total,
    created: state.now(),
    currency,
    discounts: discount ? [{ coupon: discount.coupon.id, promotion_code: discount.promotionCode }] : [],
    expires_at: given.expires_at ?? state.now() + EXPIRY_MOST_SECONDS,
    payment_method_types: methodsOf(given, currency),
    payment_status: total === 0 ? 'no_payment_required' : 'unpaid',
    total_details: { amount_discount: off, amount_shipping: 0, amount_tax: 0 },
    ...(given.ui_mode === 'embedded_page'
      ? { url: null, client_secret: `${id}_secret_${newId('', 58).slice(1)}` }
      : { url: `${state.publicUrl}/c/pay/${id}` }),
  }
  state.store.put('sessions', session)
  state.store.put('lines', {
    id,
    items: requests.map((request, index) => lineItem(state, request, index === 0 ? off : 0)),
    description: given.payment_intent_data.description ?? null,
    metadata: given.payment_intent_data.metadata,
  })
  return session
}

function currencyOf(given: Given): string {
  const [first] = given.line_items
  const named = given.currency ?? first?.price_data.currency ?? ''
  const param = given.currency === undefined ? 'line_items[0][price_data][currency]' : 'currency'
  const currency = currencyNamed(named, param)
  if (given.line_items.some(({ price_data: price }) => price.currency.toLowerCase() !== currency)) {
    throw invalid('All prices on a Checkout Session must have the same currency.', { param: 'line_items' })
  }
  return currency
}

/** The requested payment methods, or all that support the currency. @throws StripeFault for one that does not */
function methodsOf({ allowed_payment_method_types: asked }: Given, currency: string): string[] {
  if (!asked) return currency === 'eur' ? ['card', 'sepa_debit'] : ['card']
  if (asked.includes('sepa_debit') && currency !== 'eur') {
    const message = `The payment method type provided: sepa_debit is invalid for the currency ${currency}.`
    throw invalid(message, { param: 'allowed_payment_method_types' })
  }
  return asked
}

function amountOff(coupon: Stripe.Coupon, subtotal: number, currency: string): number {
  if (coupon.percent_off !== null) return Math.round((subtotal * coupon.percent_off) / 100)
  if (coupon.currency !== currency) {
    throw invalid(
      `The coupon ${coupon.id} is in ${coupon.currency ?? 'no currency'}, the session in ${currency}.`,
      {
        param: 'discounts[0]',
      },
    )
  }
  return Math.min(coupon.amount_off ?? 0, subtotal)
}

/** A session without its money. */
function blank(given: Given) {
  return {
    object: 'checkout.session' as const,
    adaptive_pricing: { enabled: given.adaptive_pricing?.enabled ?? false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: given.billing_address_collection ?? null,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: given.customer_email ?? null,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: given.locale ?? null,
    managed_payments: null,
    metadata: given.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: given.submit_type ?? null,
    subscription: null,
    success_url: given.success_url ?? null,
    ...(given.ui_mode === 'embedded_page' && {
      redirect_on_completion: 'always' as const,
      return_url: given.return_url ?? '',
    }),
    ui_mode: given.ui_mode,
    wallet_options: null,
  } satisfies Partial<Stripe.Checkout.Session>
}

export function listSessions({ store }: State, parameters: Values): Stripe.Checkout.Session[] {
  const {
    payment_intent: intent,
    status,
    created,
  } = supported(
    z.strictObject({
      payment_intent: z.string().optional(),
      status: z.string().optional(),
      created: z.unknown().optional(),
    }),
    parameters,
  )
  return store
    .all('sessions')
    .filter((session) => intent === undefined || session.payment_intent === intent)
    .filter((session) => status === undefined || session.status === status)
    .filter((session) => isWithin(session.created, created))
}

/** @throws StripeFault for one that is not open */
export function expireSession(state: State, id: string, call: Call): Stripe.Checkout.Session {
  const session = find(state, 'sessions', id)
  if (session.status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status ?? ''}.`,
    )
  }
  const expired: Stripe.Checkout.Session = { ...session, status: 'expired', url: null }
  state.store.put('sessions', expired)
  state.emit('checkout.session.expired', expired, call)
  return expired
}

/** Ends those whose time is over. */
export function expireOverdue(state: State): void {
  for (const { id, status, expires_at: expiresAt } of state.store.all('sessions')) {
    if (status === 'open' && expiresAt <= state.now()) expireSession(state, id, NO_CALL)
  }
}
