import Stripe from 'stripe'
import { PaymentError, type PaymentErrorCode } from './payments-port.ts'

const { errors } = Stripe

function codeOf(error: Stripe.errors.StripeError): PaymentErrorCode {
  if (error.code === 'charge_disputed') return 'disputed'
  if (error instanceof errors.StripeIdempotencyError) return 'conflict'
  if (error.code === 'resource_missing' || error.statusCode === 404) return 'unknown'
  if (error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError)
    return 'rejected'
  // Out of reach, too much at once, a fault of theirs, or a key that an operator has to mend.
  return 'unavailable'
}

/** @throws PaymentError for Stripe's errors, and any other error unchanged */
export function failed(error: unknown): never {
  if (!(error instanceof errors.StripeError)) throw error
  throw new PaymentError(codeOf(error), error.message, { cause: error })
}
