import type { Locale } from '#contract/locales.ts'
import type { Currency } from '#contract/money.ts'
import type { CheckoutForm, PaymentProvider } from '#contract/payments.ts'

interface BillItem {
  name: string
  regularAmountMinor: number
}

/** A request for a payment. */
export interface SessionRequest {
  /** The product's own id: stored by the provider with all objects of this request, and the idempotency key. */
  paymentId: string
  /** The charged amount, tax included: the regular amounts less the discount. */
  amountMinor: number
  currency: Currency
  /** The lines of the bill, in the customer's language. */
  items: readonly [BillItem, ...BillItem[]]
  /** The discount's amount and displayed name; null without one. */
  discount: { name: string; amountMinor: number } | null
  /** Whether the provider may offer the customer's own currency, at its own rate. */
  allowsLocalCurrency: boolean
  locale: Locale
  /** The receipt's address; null: the provider asks for it. */
  customerEmail: string | null
  form: CheckoutForm
  /** The address after payment; the provider fills in `{CHECKOUT_SESSION_ID}`. */
  successUrl: string
  /** The address for a customer who leaves the provider's page; its embedded form has no such link. */
  cancelUrl: string
  /** When an unpaid session ends; at least 30 minutes ahead. */
  expiresAt: Date
}

export interface PaymentSession {
  /** The provider's own id of the session. */
  reference: string
  /** The page on which the customer pays. Without this and `clientSecret` the amount is 0, and the payment is complete. */
  url: string | null
  /** The secret that opens the provider's form in a browser. */
  clientSecret: string | null
}

/** The state of a payment. */
export interface PaymentOutcome {
  /** `processing`: nothing is left for the customer to do, and their bank has not answered yet */
  status: 'open' | 'processing' | 'paid' | 'expired'
  /** Given back so far, by whomever; a refund that failed at the customer's bank is not counted. */
  refundedAmountMinor: number
  /** Whether a refund failed at the customer's bank: the refunded amount may be smaller than before. */
  hasFailedRefund?: boolean
  /** Every refund, the failed ones too, and which of the product's payments it was made for; null where it names none. */
  refunds?: readonly { paymentId: string | null; amountMinor: number; hasFailed: boolean }[]
  /** `lost`: a bank has taken the money for good · `won`: over without that, also where none was taken */
  dispute: 'none' | 'open' | 'won' | 'lost'
  /** The amount that banks took for good, besides refunds; the whole rest where it is absent. */
  lostAmountMinor?: number
  /** Whether the last attempt was declined by a bank. */
  wasDeclined?: boolean
  /** The method that paid, as the provider names it, with a card's brand: `card/visa`; null where it says none. */
  paidBy?: string | null
}

/** The provider's current state of a payment. */
export interface PaymentSnapshot extends PaymentOutcome {
  /** The page of an open session, or the secret of its form. */
  url: string | null
  clientSecret: string | null
  /** The amount that the customer paid, in the requested currency. */
  paidAmountMinor: number
  /** The provider's id of the payment behind the session; null before the first attempt. */
  paymentReference: string | null
  /** The provider's receipt, for the customer; null until payment. */
  receiptUrl: string | null
}

/** A company's payment for seats, made at the provider without a request by the product. */
export interface SeatPurchase {
  /** The product's own id, if the product requested the session: then it is no purchase of seats. */
  paymentId: string | null
  status: PaymentSnapshot['status']
  seats: number
  paidAmountMinor: number
  refundedAmountMinor: number
  dispute: PaymentOutcome['dispute']
  lostAmountMinor?: PaymentOutcome['lostAmountMinor']
  /** Lower-case ISO code. */
  currency: string
  buyer: { email: string | null; name: string | null }
  locale: string | null
}

/** An event at the provider: a hint, after which the session is read again. */
export interface PaymentEvent {
  id: string
  /** In the provider's words, for the log. */
  type: string
  happenedAt: Date
  /** The session it concerns, if named. */
  reference: string | null
  /** The payment it concerns, if named. */
  paymentReference: string | null
}

/** The provider's two roads into the product, each with a secret of its own. */
export type PaymentHook = 'orders' | 'seats'

/**
 * Takes and refunds payments. Each call ends within a time limit, with an answer or an error, and may be repeated; each
 * throws UnavailableError when the provider is unreachable or too busy.
 */
export interface PaymentGateway {
  /**
   * Asks for a payment; a repeat with the same `paymentId` and the same wishes answers the session of the first.
   * @throws PaymentError `conflict` for the same `paymentId` with other wishes
   */
  createSession(request: SessionRequest): Promise<PaymentSession>
  /**
   * The current state of a session. Webhooks and browsers give hints; this is the answer.
   * @throws PaymentError `unknown`
   */
  readSession(reference: string): Promise<PaymentSnapshot>
  /** Ends an open session, so that it can no longer be paid; a paid or ended one stays unchanged. */
  expireSession(reference: string): Promise<PaymentSnapshot>
  /**
   * Refunds a part of a session's payment, or all of it; resolves when the provider has accepted the refund. A repeat with
   * the same `idempotencyKey` changes nothing, unless the first refund failed meanwhile.
   * @param paymentId the product's id of the refunded payment, stored with the refund: one session may cover several payments
   * @throws PaymentError `disputed` while a bank holds the money
   */
  refund(reference: string, amountMinor: number, idempotencyKey: string, paymentId: string): Promise<void>
  /** The session of a payment; null for a payment that is not the product's. */
  findSession(paymentReference: string): Promise<string | null>
  /** @throws PaymentError `unknown` */
  readSeats(reference: string): Promise<SeatPurchase>
  /** Every session created since, newest first, with the product's own id if it has one. */
  sessionsSince(since: Date): AsyncIterable<{ reference: string; paymentId: string | null }>
  /** Every event since, newest first; a provider keeps them for a month at most. */
  eventsSince(since: Date): AsyncIterable<PaymentEvent>
  /**
   * Verifies a webhook's sender and time (at most five minutes ago) and returns its event.
   * @throws SignatureError
   */
  verifyEvent(
    hook: PaymentHook,
    rawBody: Uint8Array,
    signatureHeader: string | undefined,
  ): Promise<PaymentEvent>
}

/**
 * `unknown`: no such session · `conflict`: the same key was used for another request · `disputed`: a bank holds the
 * money · `rejected`: the request can never succeed
 */
export type PaymentErrorCode = 'unknown' | 'conflict' | 'disputed' | 'rejected'

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
