import type { Locale } from '#contract/locales.ts'
import type { Currency } from '#contract/money.ts'
import type { CheckoutForm, PaymentProvider } from '#contract/payments.ts'

/** What a customer is asked to pay. */
export interface SessionRequest {
  /** The product's own id: kept by the provider with all it makes of this request, and the key of a repeat. */
  paymentId: string
  /** What is charged, tax included: the regular amount less the discount. */
  amountMinor: number
  currency: Currency
  /** The one line of the bill, in the customer's language. */
  item: { name: string; regularAmountMinor: number }
  /** What is taken off, under the name it is shown by; null when nothing is. */
  discount: { name: string; amountMinor: number } | null
  /** Whether the provider may show and take the customer's own currency, at a rate of its own. */
  allowsLocalCurrency: boolean
  locale: Locale
  /** Where the receipt goes; null leaves the asking to the provider. */
  customerEmail: string | null
  form: CheckoutForm
  /** Where the customer is sent when it is paid; the provider fills in `{CHECKOUT_SESSION_ID}`. */
  successUrl: string
  /** Where who leaves the provider's page is sent; its form has nowhere to leave from. */
  cancelUrl: string
  /** When a session that nobody paid ends; 30 minutes ahead or more. */
  expiresAt: Date
}

export interface PaymentSession {
  /** The provider's own id of the session. */
  reference: string
  /** Where the customer pays. Neither this nor `clientSecret`: nothing is left to pay, and the payment is made. */
  url: string | null
  /** With what the provider's form is opened in a browser. */
  clientSecret: string | null
}

/** Where a payment stands. */
export interface PaymentOutcome {
  status: 'open' | 'paid' | 'expired'
  /** Given back so far, by whomever; a refund that failed at the customer's bank is not counted. */
  refundedAmountMinor: number
  /** Whether a refund came back from the customer's bank: less may be given back than before. */
  hasFailedRefund?: boolean
  dispute: 'none' | 'open' | 'won' | 'lost'
  /** Whether the last attempt was declined by a bank. */
  wasDeclined?: boolean
}

/** What a provider knows of a payment now. */
export interface PaymentSnapshot extends PaymentOutcome {
  /** Where an open session is paid, or with what its form is opened. */
  url: string | null
  clientSecret: string | null
  /** What the customer paid, in the currency that was asked for. */
  paidAmountMinor: number
  /** The provider's own id of the payment behind the session; null until one was begun. */
  paymentReference: string | null
  /** The provider's receipt, for the customer; null until it is paid. */
  receiptUrl: string | null
}

/** A payment for seats of a company, made at the provider without the product having asked for it. */
export interface SeatPurchase {
  /** The product's own id, if it was asked for by the product after all: then it is no purchase of seats. */
  paymentId: string | null
  status: PaymentSnapshot['status']
  seats: number
  paidAmountMinor: number
  refundedAmountMinor: number
  dispute: PaymentOutcome['dispute']
  /** Lower-case ISO code. */
  currency: string
  buyer: { email: string | null; name: string | null }
  locale: string | null
}

/** Something happened at the provider: a hint, after which the session is read anew. */
export interface PaymentEvent {
  id: string
  /** In the provider's words, for the log. */
  type: string
  happenedAt: Date
  /** The session it is about, where it says so. */
  reference: string | null
  /** The payment it is about, where it says so. */
  paymentReference: string | null
}

/** The provider's two roads into the product, each with a secret of its own. */
export type PaymentHook = 'orders' | 'seats'

/** Takes money and gives it back. Each call ends by itself, with an answer or an error, and may be repeated. */
export interface PaymentGateway {
  /**
   * Asks for a payment; a repeat with the same `paymentId` and the same wishes answers the session of the first.
   * @throws PaymentError `conflict` for the same `paymentId` with other wishes
   */
  createSession(request: SessionRequest): Promise<PaymentSession>
  /**
   * What became of a session. What a hook or a browser says of it is a hint; this is the answer.
   * @throws PaymentError `unknown`
   */
  readSession(reference: string): Promise<PaymentSnapshot>
  /** Ends an open session, so that it cannot be paid any more; one that is paid or ended already stays as it is. */
  expireSession(reference: string): Promise<PaymentSnapshot>
  /**
   * Gives back a part of what was paid, or all of it; resolves when the provider has taken it on. A repeat with the
   * same `idempotencyKey` changes nothing, unless what it asked for failed meanwhile.
   * @throws PaymentError `disputed` while a bank holds the money
   */
  refund(reference: string, amountMinor: number, idempotencyKey: string): Promise<void>
  /** The session that a payment was made in; null for a payment of somebody else's. */
  findSession(paymentReference: string): Promise<string | null>
  /** @throws PaymentError `unknown` */
  readSeats(reference: string): Promise<SeatPurchase>
  /** Every session made since, newest first, with the product's own id where it has one. */
  sessionsSince(since: Date): AsyncIterable<{ reference: string; paymentId: string | null }>
  /** Every event since, newest first; a provider keeps them for a month at most. */
  eventsSince(since: Date): AsyncIterable<PaymentEvent>
  /**
   * What a hook was sent, once it is proved who sent it, and when: five minutes ago at most.
   * @throws SignatureError
   */
  verifyEvent(
    hook: PaymentHook,
    rawBody: Uint8Array,
    signatureHeader: string | undefined,
  ): Promise<PaymentEvent>
}

/**
 * `unavailable`: out of reach or too busy, may be asked again · `unknown`: has no such session · `conflict`: the same
 * key was used for something else · `disputed`: a bank holds the money · `rejected`: will never do what was asked
 */
export type PaymentErrorCode = 'unavailable' | 'unknown' | 'conflict' | 'disputed' | 'rejected'

export class PaymentError extends Error {
  override readonly name = 'PaymentError'
  readonly code: PaymentErrorCode

  constructor(code: PaymentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Not from the provider, changed on its way, or too old. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError'
}

/** The one behind each provider a payment can name. */
export type PaymentGateways = Readonly<Record<PaymentProvider, PaymentGateway>>
