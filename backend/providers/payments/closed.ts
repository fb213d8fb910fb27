import { PaymentError, SignatureError, type PaymentGateway } from './payments-port.ts'

/** For a provider that nobody configured: nothing can be paid through it, and no hook is its. */
export function createClosedGateway(reason: string): PaymentGateway {
  const refuse = () => Promise.reject(new PaymentError('unavailable', reason))
  // eslint-disable-next-line require-yield -- it ends before the first
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
