import Stripe from 'stripe'
import { UnavailableError } from '../outage/unavailable-error.ts'
import { PaymentError, type PaymentErrorCode } from './payments-port.ts'

const { errors } = Stripe

/** Undefined: out of reach, too much at once, a fault of theirs, or a key that an operator has to mend. */
function codeOf(error: Stripe.errors.StripeError): PaymentErrorCode | undefined {
  if (error.code === 'charge_disputed') return 'disputed'
  if (error instanceof errors.StripeIdempotencyError) return 'conflict'
  if (error.code === 'resource_missing' || error.statusCode === 404) return 'unknown'
  if (error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError)
    return 'rejected'
  return undefined
}

/** @throws PaymentError, UnavailableError for Stripe's errors, and any other error unchanged */
export function failed(error: unknown): never {
  if (!(error instanceof errors.StripeError)) throw error
  const code = codeOf(error)
  throw code === undefined
    ? new UnavailableError('payments', { cause: error })
    : new PaymentError(code, error.message, { cause: error })
}
