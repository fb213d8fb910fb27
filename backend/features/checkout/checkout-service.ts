import { ProductError } from '#contract/errors.ts'
import type { CheckoutSession, Receipt } from '#contract/payments.ts'
import {
  findOrdered,
  findPayment,
  isKept,
  isOpen,
  orderOf,
  overduePayments,
  showReceipt,
  type PaymentRow,
} from '#backend/features/payments/payments-service.ts'
import { isPaused } from '#backend/features/pauses/pauses-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { beginPurchase, hasTimeLeft, type OrderDeps, type PurchaseRequest } from './begin-purchase.ts'
import { createSessions, type SessionDeps } from './checkout-sessions.ts'

export { createOffers } from './payment-offers.ts'
export { createRefunds, refundByOperator, withdrawPurchase } from './refunds.ts'
export type { PurchaseRequest } from './begin-purchase.ts'

/** Changed purchases per call: another device may change the purchase back meanwhile. */
const BEGINNINGS_MAX = 4

export type CheckoutDeps = SessionDeps & OrderDeps

/** Purchases of styles: the payment, and its delivery. */
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

  const show = async (uid: string, paymentId: string): Promise<Receipt> => {
    const payment = await findOwn(uid, paymentId)
    return showReceipt(payment, await orderOf(database.queries, payment))
  }

  /**
   * The payment page of a started order; its bundle if it was paid meanwhile; `processing` while its bank works on it.
   * @throws ProductError payment_not_found, payment_ended, and the reason why it cannot be delivered
   */
  const resume = async (uid: string, paymentId: string): Promise<CheckoutSession> => {
    const order = await orderOf(database.queries, await findOwn(uid, paymentId))
    const [lead] = order
    const bundleId = order.find((row) => isKept(row) && row.bundleId)?.bundleId
    if (bundleId) return { status: 'fulfilled', bundleId, isRepeat: true }
    const session = isOpen(lead) && hasTimeLeft(lead) ? await sessions.open(order) : undefined
    if (session) return session
    const asked = await findOwn(uid, paymentId)
    if (asked.state === 'processing') return atBank(asked)
    throw new ProductError('payment_ended')
  }

  return {
    settle,
    resume,

    /**
     * Buys styles for one person. A repeat finds the bundle of the first, or its payment page; a request for
     * another order ends the first one's page before it opens its own. A repeat under the same key begins nothing:
     * it finds what the first began.
     * @throws ProductError person_not_found, consent_required, selfies_insufficient, purchases_frozen, credits_insufficient,
     * payment_ended, unavailable, and a discount's refusal
     */
    async purchase(request: PurchaseRequest): Promise<CheckoutSession> {
      if (await isPaused(database.queries, 'purchases')) throw new ProductError('unavailable')
      const ordered = await findOrdered(database.queries, request)
      if (ordered) return resume(request.uid, ordered.id)
      for (let beginning = 0; beginning < BEGINNINGS_MAX; beginning++) {
        const start = await database.transaction((tx) => beginPurchase(tx, deps, request))
        if (start.kind === 'fulfilled') {
          const { bundleId, isRepeat } = start
          return { status: 'fulfilled', bundleId, isRepeat }
        }
        if (start.kind === 'processing') return atBank(start.payment)
        if (start.kind === 'superseded') {
          for (const order of start.orders) await sessions.end(order)
          continue
        }
        const session = await sessions.open(start.order)
        if (session) return session
      }
      throw new ProductError('unavailable')
    },

    /** The state of a purchase, after asking its provider. @throws ProductError payment_not_found */
    async confirm(uid: string, paymentId: string): Promise<Receipt> {
      await findOwn(uid, paymentId)
      await settle(paymentId)
      return show(uid, paymentId)
    },

    /** Ends an unpaid order, so that it can no longer be charged. @throws ProductError payment_not_found */
    async cancel(uid: string, paymentId: string): Promise<Receipt> {
      const payment = await findOwn(uid, paymentId)
      if (isOpen(payment)) await sessions.end(await orderOf(database.queries, payment))
      return show(uid, paymentId)
    },

    /** Ends unpaid sessions past their time, and delivers paid ones whose notice was lost. */
    async reconcile(round: Reconciliation): Promise<void> {
      await reconcileRows(database.queries, round, overduePayments(round.now), async ({ id }) => {
        const payment = await findPayment(database.queries, id)
        // Another payment of its order came first.
        if (!payment || !(isOpen(payment) || payment.state === 'processing')) return
        const [lead] = await orderOf(database.queries, payment)
        if (lead.providerReference) return settle(lead.id)
        // No provider was called, or its answer was lost: no customer has seen the page.
        return sessions.endUnknown(lead.id)
      })
    },
  }
}

const atBank = ({ id: paymentId }: PaymentRow): CheckoutSession => ({ status: 'processing', paymentId })
