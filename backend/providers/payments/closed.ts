import { UnavailableError } from '../outage/unavailable-error.ts'
import { SignatureError, type PaymentGateway } from './payments-port.ts'

/** For a provider without configuration: no payment can be made, and every webhook is refused. */
export function createClosedGateway(reason: string): PaymentGateway {
  const refuse = () => Promise.reject(new UnavailableError('payments', { reason }))
  // eslint-disable-next-line require-yield -- it throws before the first value
  async function* refuseEach(): AsyncGenerator<never> {
    await refuse()
  }
  return {
    createSession: refuse,
    readSession: refuse,
    expireSession: refuse,
    refund: refuse,
    findSession: refuse,
    readSeats: refuse,
    sessionsSince: refuseEach,
    eventsSince: refuseEach,
    verifyEvent: () => Promise.reject(new SignatureError(reason)),
  }
}
