import { createClosedGateway } from './closed.ts'
import type { PaymentGateway, PaymentSnapshot } from './payments-port.ts'

const PAID: PaymentSnapshot = {
  status: 'paid',
  url: null,
  clientSecret: null,
  paidAmountMinor: 0,
  refundedAmountMinor: 0,
  dispute: 'none',
  paymentReference: null,
  receiptUrl: null,
}

/** For free purchases: paid as soon as requested, without a provider. */
export function createFreeGateway(): PaymentGateway {
  const assertFree = (amountMinor: number): void => {
    if (amountMinor !== 0) throw new Error(`an amount of ${amountMinor} is not free`)
  }
  return {
    ...createClosedGateway('what is free has nothing of the kind'),
    createSession: async ({ paymentId, amountMinor }) => {
      assertFree(amountMinor)
      return Promise.resolve({ reference: paymentId, url: null, clientSecret: null })
    },
    readSession: () => Promise.resolve({ ...PAID }),
    expireSession: () => Promise.resolve({ ...PAID }),
    refund: async (_reference, amountMinor) => {
      assertFree(amountMinor)
      return Promise.resolve()
    },
  }
}
