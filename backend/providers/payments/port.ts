import type { Currency } from '#contract/money.ts'
import type { PaymentProvider } from '#contract/payments.ts'

/** What a customer is asked to pay. */
export interface SessionRequest {
  /** The product's own id: kept by the provider with all it makes of this request, and the key of a repeat. */
  paymentId: string
  amountMinor: number
  currency: Currency
  /** When a session that nobody paid ends; 30 minutes ahead or more. */
  expiresAt: Date
}

export interface PaymentSession {
  /** The provider's own id of the session. */
  reference: string
  /** Where the customer pays; null when nothing is left to pay, and the payment is made. */
  url: string | null
}

/** What a provider knows of a payment now. */
export interface PaymentReading {
  status: 'open' | 'paid' | 'expired'
  /** Given back so far, by whomever. */
  refundedAmountMinor: number
  dispute: 'none' | 'open' | 'won' | 'lost'
}

/** Takes money and gives it back. Each call ends by itself, with an answer or an error, and may be repeated. */
export interface PaymentGateway {
  /** Asks for a payment; a repeat with the same `paymentId` answers the session of the first. */
  createSession(request: SessionRequest): Promise<PaymentSession>
  /** What became of a session. What a hook or a browser says of it is a hint; this is the answer. */
  readSession(reference: string): Promise<PaymentReading>
  /**
   * Gives back a part of what was paid, or all of it; resolves when the provider has taken it on. A repeat with the
   * same `idempotencyKey` changes nothing.
   */
  refund(reference: string, amountMinor: number, idempotencyKey: string): Promise<void>
}

/** The one behind each provider a payment can name. */
export type PaymentGateways = Readonly<Record<PaymentProvider, PaymentGateway>>
