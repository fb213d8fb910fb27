import type { Receipt } from '#contract/payments.ts'

const price = { amountMinor: 900, regularAmountMinor: 900, currency: 'EUR' } as const

export const receiptLine: Receipt['lines'][number] = {
  styleId: 'library',
  price,
  creditAmount: 0,
  promisedCount: 10,
  cares: {},
  refundDueAmountMinor: 0,
  isKept: true,
}

/** A first bundle that was paid by card and handed over. */
export const receipt: Receipt = {
  paymentId: 'd4f7c6a0-9a52-4c35-8b51-0d8a6f1b2c3d',
  orderReference: 'ABCDE-12345',
  receiptNumber: null,
  state: 'paid',
  provider: 'stripe',
  styleId: 'library',
  includesTraining: true,
  personId: '7a1c3f5e-2b4d-4c6e-8f90-1a2b3c4d5e6f',
  bundleId: '1b2c3d4e-5f60-4718-8293-a4b5c6d7e8f9',
  promisedCount: 10,
  missingCount: 0,
  cares: {},
  returnedCreditAmount: 0,
  price,
  lines: [receiptLine],
  creditAmount: 0,
  refundDueAmountMinor: 0,
  refundedAmountMinor: 0,
  createdAt: '2030-01-01T10:00:00.000Z',
  paidAt: '2030-01-01T10:05:00.000Z',
  refundedAt: null,
  refundableUntil: null,
  payableUntil: null,
  wasDeclined: false,
  refundReason: null,
}
