import type { PaymentRow } from '#backend/features/payments/payments-service.ts'

export const seller = {
  name: 'Studio GmbH',
  addressLines: ['Bahnhofstraße 1', '8000 Zürich'],
  email: null,
  taxId: 'CHE-1',
  taxPercent: null,
}
const paidAt = new Date('2026-11-20T10:00:00Z')
export const paid: PaymentRow = {
  ...{ orderKey: null, leadId: null },
  ...{ id: 'a', orderReference: 'ABCDE-12345', receiptNumber: 7, uid: null, personId: null, bundleId: null },
  ...{ styleId: 'studio-grey', includesTraining: true, state: 'paid', provider: 'stripe', locale: 'de' },
  ...{ promisedCount: 10, missingCount: 0, cares: {}, look: {} },
  ...{ creditAmount: 0, providerReference: null, amountMinor: 900, regularAmountMinor: 900, currency: 'EUR' },
  ...{ refundDueAmountMinor: 0, refundedAmountMinor: 0, refundReason: null },
  paidAt,
  fulfilledAt: new Date('2026-11-20T10:00:00Z'),
  refundedAt: null,
  ...{ form: 'page', declinedAt: null, paidBy: 'card/visa' },
  expiresAt: new Date('2026-11-20T10:30:00Z'),
  createdAt: new Date('2026-11-20T09:59:00Z'),
  updatedAt: new Date('2026-11-20T10:00:00Z'),
}
export const issue = {
  ...{ number: '2026-000007', paidAt, locale: 'de' as const, customerEmail: 'anna@b.example' },
  ...{ seller, deliveredCount: 10, siteUrl: 'https://site.example', now: new Date('2026-11-22T10:00:00Z') },
}
