import { z } from 'zod'
import { Cares } from './cares.ts'
import { DiscountCode } from './discounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { HOOK_MAX_BYTES } from './limits.ts'
import { LookChoices } from './looks.ts'
import { AmountMinor, Currency, Price } from './money.ts'
import { StyleId } from './styles.ts'

/**
 * created -> pending -> paid -> refunding -> refunded | expired | disputed; paid again after a refund of a part.
 * `processing`: between pending and paid or expired where the customer's bank takes its time, with a debit for days
 */
export const PaymentState = z.enum([
  'created',
  'pending',
  'processing',
  'paid',
  'refunding',
  'refunded',
  'expired',
  'disputed',
])
export type PaymentState = z.infer<typeof PaymentState>

/** Started, and to be paid or ended by the customer. */
export const OPEN_PAYMENT_STATES: readonly PaymentState[] = ['created', 'pending']

/** Who settles a payment. `free` and `credits`: no money moves, and no provider is called. */
export const PaymentProvider = z.enum(['free', 'stripe', 'credits'])
export type PaymentProvider = z.infer<typeof PaymentProvider>

/**
 * Why money is refunded: requested within the guarantee, or by withdrawal; the purchase could not be delivered; the
 * selfies were not enough, the studio failed, or a safety check refused the pictures; fewer headshots were made than promised, and their share is
 * refunded; the training was paid by another purchase meanwhile, and its price is refunded. Null where the refund was
 * started at the provider, or by a bank.
 */
export const RefundReason = z.enum([
  'guarantee',
  'withdrawal',
  'unfulfilled',
  'selfies',
  'technical',
  'refused',
  'incomplete',
  'training_paid',
  'operator',
])
export type RefundReason = z.infer<typeof RefundReason>

/** The provider's roads into the product: `orders` of our own customers, `seats` bought by a company. */
export const PaymentHookName = z.enum(['orders', 'seats'])
export type PaymentHookName = z.infer<typeof PaymentHookName>

/** The reference by which a customer names a purchase: 50 random bits, without letters that look alike. */
export const OrderReference = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)

/** Where a payment is made: on the provider's own page, or in its form on one of ours. */
export const CheckoutForm = z.enum(['page', 'embedded'])
export type CheckoutForm = z.infer<typeof CheckoutForm>

/** A purchase is done at once, or goes on at the provider's page, or in its form, or is with the customer's bank. */
export const CheckoutSession = z
  .discriminatedUnion('status', [
    z.object({
      status: z.literal('fulfilled'),
      bundleId: z.uuid().meta({ description: 'Of the first style of the order' }),
      isRepeat: z.boolean().meta({ description: 'It was bought before; nothing was taken for it now' }),
    }),
    z.object({
      status: z.literal('redirect'),
      paymentId: z.uuid(),
      url: z.url().meta({ description: 'Where the customer pays' }),
      expiresAt: z.iso.datetime().meta({ description: 'Until when; a new session is needed after it' }),
    }),
    z.object({
      status: z.literal('embedded'),
      paymentId: z.uuid(),
      clientSecret: z
        .string()
        .meta({ description: "Opens the provider's form in the browser, for this payment alone" }),
      expiresAt: z.iso.datetime().meta({ description: 'As of a redirect' }),
    }),
    z.object({
      status: z.literal('processing'),
      paymentId: z.uuid().meta({ description: 'Of the purchase that the bank is at; nothing is to be paid' }),
    }),
  ])
  .meta({ id: 'CheckoutSession' })
export type CheckoutSession = z.infer<typeof CheckoutSession>

/** Further styles of the same order, each once; the one that is named besides may be among them. */
export const AlsoStyleIds = z
  .array(StyleId)
  .max(StyleId.options.length)
  .default([])
  .meta({ description: 'Further styles, paid in the same order' })

/** The customer's record of a purchase of one style. */
export const Receipt = z
  .object({
    paymentId: z.uuid(),
    orderReference: OrderReference.meta({ description: 'The same for all styles of an order' }),
    receiptNumber: z
      .string()
      .nullable()
      .meta({ description: 'Year and place in the order of all receipts; null until it is paid' }),
    state: PaymentState,
    provider: PaymentProvider,
    styleId: StyleId,
    includesTraining: z.boolean(),
    personId: z.uuid().nullable().meta({ description: 'Null once the person was deleted' }),
    bundleId: z.uuid().nullable().meta({ description: 'What was bought; null until it is handed over' }),
    promisedCount: z.int().positive().meta({ description: 'Headshots, when the purchase was begun' }),
    cares: Cares.meta({ description: 'What its headshots were to be retouched by beyond the usual' }),
    missingCount: z
      .int()
      .nonnegative()
      .meta({ description: 'Those that came out short, and whose share went back' }),
    price: Price,
    lines: z
      .array(
        z.object({
          styleId: StyleId,
          price: Price,
          creditAmount: z.int().nonnegative(),
          promisedCount: z.int().positive(),
          // Absent in answers of the release before.
          cares: Cares.default({}),
          refundDueAmountMinor: AmountMinor.default(0),
          isKept: z.boolean().default(false).meta({ description: 'Paid for, and not given back as a whole' }),
        }),
      )
      .nonempty()
      .meta({ description: 'Every style that was ordered together, this one among them' }),
    creditAmount: z.int().nonnegative().meta({ description: 'Credits spent in place of money' }),
    returnedCreditAmount: z.int().nonnegative(),
    refundDueAmountMinor: AmountMinor,
    refundedAmountMinor: AmountMinor,
    createdAt: z.iso.datetime(),
    paidAt: z.iso.datetime().nullable(),
    refundedAt: z.iso.datetime().nullable(),
    refundableUntil: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Until when it is given back at one click; null when it is not' }),
    payableUntil: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Until when one that is begun can be paid; null when it is not waited for' }),
    wasDeclined: z
      .boolean()
      .meta({ description: 'Whether a bank has declined a card, of a payment that is not paid' }),
    refundReason: RefundReason.nullable(),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof Receipt>

const hook = {
  method: 'POST',
  aliases: [],
  auth: 'signature',
  rate: 'hook',
  raw: { maxBytes: HOOK_MAX_BYTES, headers: ['stripe-signature'] },
  response: z.object({ received: z.literal(true) }),
  errors: [],
} as const

const onePayment = z.object({ paymentId: z.uuid() })

export const paymentEndpoints = {
  createCheckoutSession: defineEndpoint({
    method: 'POST',
    path: '/stripe/create-checkout-session',
    aliases: [],
    auth: 'verified',
    rate: 'checkout',
    idempotent: true,
    localized: true,
    summary: 'Buys styles for one person in one order; one of nothing to pay is fulfilled at once',
    body: z.object({
      personid: z.uuid(),
      styleId: StyleId,
      alsoStyleIds: AlsoStyleIds,
      currency: Currency,
      discountCode: DiscountCode.optional(),
      form: CheckoutForm.default('page'),
      cares: Cares.default({}),
      look: LookChoices.default({}),
    }),
    response: CheckoutSession,
    errors: [
      'person_not_found',
      'selfies_insufficient',
      'consent_required',
      'style_not_offered',
      'purchases_frozen',
      'discount_unknown',
      'discount_expired',
      'discount_used_up',
      'discount_used_by_you',
      'discount_reserved',
      'discount_below_minimum',
      'discount_other_currency',
      'discount_first_bundle_only',
      // What an earlier call of the same key began is over.
      'payment_ended',
    ],
  }),
  confirmPayment: defineEndpoint({
    method: 'POST',
    path: '/payments/confirm',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Asks what became of a purchase and its order, and hands over what is paid',
    body: onePayment,
    response: Receipt,
    errors: ['payment_not_found'],
  }),
  resumePayment: defineEndpoint({
    method: 'POST',
    path: '/payments/resume',
    aliases: [],
    auth: 'verified',
    rate: 'checkout',
    summary: 'Where an order that was begun is paid, as long as it can be',
    body: onePayment,
    response: CheckoutSession,
    errors: ['payment_not_found', 'payment_ended', 'person_not_found', 'selfies_insufficient'],
  }),
  cancelPayment: defineEndpoint({
    method: 'POST',
    path: '/payments/cancel',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Ends an order that is not paid; what is paid by now is handed over',
    body: onePayment,
    response: Receipt,
    errors: ['payment_not_found'],
  }),
  getPayments: defineEndpoint({
    method: 'GET',
    path: '/payments/all',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary: 'What the user has bought, newest first',
    response: z.object({ payments: z.array(Receipt) }),
    errors: [],
  }),
  getReceiptPdf: defineEndpoint({
    method: 'GET',
    path: '/payments/receipt',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    localized: true,
    summary: 'The receipt of a paid order as a PDF, with what went back since',
    query: onePayment,
    stream: { mediaType: 'application/pdf' },
    response: z.string(),
    errors: ['payment_not_found', 'receipt_not_issued'],
  }),
  refundBundle: defineEndpoint({
    method: 'POST',
    path: '/payments/refund',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'The guarantee: all the money or the credits of a bundle go back, its headshots are deleted',
    body: z.object({ personid: z.uuid(), bundleid: z.uuid() }),
    response: Receipt,
    errors: ['person_not_found', 'bundle_not_found', 'refund_refused'],
  }),
  receiveStripeEvent: defineEndpoint({
    ...hook,
    path: '/stripe/webhooks',
    summary: 'What Stripe tells of the orders of customers',
  }),
  receiveStripeSeatEvent: defineEndpoint({
    ...hook,
    path: '/b2b/payment/stripe/webhooks',
    summary: 'What Stripe tells of the payments of companies for seats',
  }),
}
