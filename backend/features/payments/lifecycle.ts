import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type PaymentState = 'created' | 'paid' | 'refunded'
export type PaymentEvent = 'pay' | 'refund'

export const paymentLifecycle = defineLifecycle<PaymentState, PaymentEvent>('payment', {
  created: { pay: 'paid' },
  paid: { refund: 'refunded' },
  refunded: {},
})
