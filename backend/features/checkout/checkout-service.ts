import { ProductError } from '#contract/errors.ts'
import type { CheckoutSession, Receipt } from '#contract/payments.ts'
import {
  findPayment,
  isOpen,
  lockPayment,
  overduePayments,
  showReceipt,
  type PaymentRow,
} from '#backend/features/payments/payments-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import {
  beginPurchase,
  endPayment,
  hasTimeLeft,
  type OrderDeps,
  type PurchaseRequest,
} from './begin-purchase.ts'
import { createSessions, type SessionDeps } from './checkout-sessions.ts'

export { createOffers } from './payment-offers.ts'
export { createRefunds, withdrawPurchase } from './refunds.ts'
export type { PurchaseRequest } from './begin-purchase.ts'

/** Changes of mind in one call: another device may change it back meanwhile. */
const BEGINNINGS_MAX = 4

export type CheckoutDeps = SessionDeps & OrderDeps

/** Buying styles: the purchase itself, and handing over what was paid. */
export function createCheckout(deps: CheckoutDeps) {
  const { database } = deps
  const sessions = createSessions(deps)
  const { settle } = sessions

  /** Another user's payment does not exist. @throws ProductError payment_not_found */
  const findOwn = async (uid: string, paymentId: string): Promise<PaymentRow> => {
    const payment = await findPayment(database.queries, paymentId)
    if (payment?.uid !== uid) throw new ProductError('payment_not_found')
    return payment
  }

  return {
    settle,

    /**
     * Buys one style for one person. A repeat finds the bundle of the first, or the page where it is paid; a request for
     * something else ends the page of the first before there is another.
     * @throws ProductError person_not_found, selfies_insufficient, purchases_frozen, credits_insufficient, unavailable,
     * and why a discount is not good
     */
    async purchase(request: PurchaseRequest): Promise<CheckoutSession> {
      for (let beginning = 0; beginning < BEGINNINGS_MAX; beginning++) {
        const start = await database.transaction((tx) => beginPurchase(tx, deps, request))
        if (start.kind === 'fulfilled') {
          const { bundleId, isRepeat } = start
          return { status: 'fulfilled', bundleId, isRepeat }
        }
        if (start.kind === 'superseded') {
          await sessions.end(start.payment)
          continue
        }
        const session = await sessions.open(start.payment)
        if (session) return session
      }
      throw new ProductError('unavailable')
    },

    /** What became of a purchase, after its provider was asked. @throws ProductError payment_not_found */
    async confirm(uid: string, paymentId: string): Promise<Receipt> {
      await findOwn(uid, paymentId)
      await settle(paymentId)
      return showReceipt(await findOwn(uid, paymentId))
    },

    /**
     * Where a purchase that was begun is paid, or the bundle it has brought by now.
     * @throws ProductError payment_not_found, payment_ended, and why it cannot be handed over
     */
    async resume(uid: string, paymentId: string): Promise<CheckoutSession> {
      const payment = await findOwn(uid, paymentId)
      if (payment.state === 'paid' && payment.bundleId) {
        return { status: 'fulfilled', bundleId: payment.bundleId, isRepeat: true }
      }
      const session = isOpen(payment) && hasTimeLeft(payment) ? await sessions.open(payment) : undefined
      if (!session) throw new ProductError('payment_ended')
      return session
    },

    /** Ends a purchase that is not paid, so that nothing can be charged any more. @throws ProductError payment_not_found */
    async cancel(uid: string, paymentId: string): Promise<Receipt> {
      const payment = await findOwn(uid, paymentId)
      if (isOpen(payment)) await sessions.end(payment)
      return showReceipt(await findOwn(uid, paymentId))
    },

    /** Ends sessions that nobody paid, and hands over what was paid without anybody telling. */
    async reconcile(round: Reconciliation): Promise<void> {
      await reconcileRows(database.queries, round, overduePayments(round.now), async ({ id }) => {
        if ((await findPayment(database.queries, id))?.providerReference) return settle(id)
        // No provider was asked, or its answer was lost: nobody has seen its page.
        return database.transaction(async (tx) => {
          const payment = await lockPayment(tx, id)
          if (payment?.state === 'created') await endPayment(tx, payment)
        })
      })
    },
  }
}
