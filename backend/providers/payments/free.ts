import type { PaymentGateway } from './port.ts'

/** For what costs nothing: paid as soon as it is asked for, by nobody. */
export function createFreeGateway(): PaymentGateway {
  const assertFree = (amountMinor: number): void => {
    if (amountMinor !== 0) throw new Error(`an amount of ${amountMinor} is not free`)
  }
  return {
    createSession: async ({ paymentId, amountMinor }) => {
      assertFree(amountMinor)
      return Promise.resolve({ reference: paymentId, url: null })
    },
    readSession: () => Promise.resolve({ status: 'paid', refundedAmountMinor: 0, dispute: 'none' }),
    refund: async (_reference, amountMinor) => {
      assertFree(amountMinor)
      return Promise.resolve()
    },
  }
}
