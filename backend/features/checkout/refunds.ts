import { ProductError } from '#contract/errors.ts'
import type { Receipt, RefundReason } from '#contract/payments.ts'
import { lockBundle, revokeBundle } from '#backend/features/bundles/bundles-service.ts'
import {
  describePayment,
  divideOutcome,
  enqueueRefund,
  findPayment,
  findPaymentOfBundle,
  forgoRefund,
  isKept,
  isOfValue,
  isRefundable,
  lockPayment,
  orderOf,
  owedRefunds,
  refundWithoutBundle,
  showReceipt,
  withRefund,
  type PaymentRow,
} from '#backend/features/payments/payments-service.ts'
import { areRefundsPaused } from '#backend/features/pauses/pauses-service.ts'
import { lockOwnPerson } from '#backend/features/persons/persons-service.ts'
import { askForReview, closeReview } from '#backend/features/review/review-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import type { Database, Queries } from '#backend/providers/database/database-port.ts'
import {
  PaymentError,
  type PaymentGateways,
  type PaymentOutcome,
} from '#backend/providers/payments/payments-port.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { lockPurchase } from './fulfilment.ts'
import { syncOrder } from './settlement.ts'

/** The one item for all refunds that wait for the payment provider. */
const PROVIDER_AWAY = {
  subject: 'payment-provider',
  reference: 'all refunds',
  detail: 'the payment provider cannot be reached: what is due goes back once it can be',
}

/** Giving money and credits back. */
export function createRefunds(deps: {
  database: Database
  queue: Queue
  gateways: PaymentGateways
  /** While refunds are paused, a due refund stays due; `reconcile-refunds` enqueues it again until it is paid. */
  refundsPaused?: boolean
}) {
  const { database, queue, gateways } = deps

  return {
    /**
     * The guarantee: everything a bundle cost goes back, and its headshots are deleted, whether they were downloaded
     * or not. A repeat answers as the first.
     * @throws ProductError person_not_found, bundle_not_found, refund_refused
     */
    async giveBack(uid: string, personId: string, bundleId: string): Promise<Receipt> {
      return database.transaction(async (tx) => {
        await lockOwnPerson(tx, uid, personId)
        const bundle = await lockBundle(tx, bundleId)
        if (bundle?.personId !== personId) throw new ProductError('bundle_not_found')
        const found = await findPaymentOfBundle(tx, bundleId)
        const payment = found && (await lockPayment(tx, found.id))
        if (!payment) throw new ProductError('refund_refused')
        if (bundle.state !== 'refunded') {
          if (!isRefundable(payment, new Date())) throw new ProductError('refund_refused')
          await revokeBundle(tx, queue, bundle, 'guarantee')
        }
        const order = await orderOf(tx, payment)
        return showReceipt(order.find(({ id }) => id === payment.id) ?? payment, order)
      })
    },

    /**
     * Refunds the amounts that are due of a payment and of the other payments of its order, so that the customer gets one mail.
     * A refund that an earlier attempt made is found at the provider, and not repeated.
     */
    async refund(paymentId: string): Promise<void> {
      if (await areRefundsPaused(deps)) return
      const payment = await findPayment(database.queries, paymentId)
      if (payment?.state !== 'refunding') return
      const order = await orderOf(database.queries, payment)
      const [{ id: leadId, provider, providerReference: reference }] = order
      if (reference === null) return
      const gateway = gateways[provider]
      let snapshot: PaymentOutcome = await gateway.readSession(reference)
      const refused: string[] = []
      let failure: Error | undefined
      for (const [index, outcome] of divideOutcome(snapshot, order).entries()) {
        const row = order[index]
        if (row?.state !== 'refunding') continue
        const { missing, key, isLostInPart } = missingRefund(row, outcome)
        // A bank that holds the money, or returned it itself, leaves nothing to refund.
        if (missing <= 0 || outcome.dispute === 'open') continue
        try {
          await gateway.refund(reference, missing, key, row.id)
          snapshot = withRefund(snapshot, row.id, missing)
        } catch (error) {
          if (isLostInPart && error instanceof PaymentError && error.code === 'disputed') refused.push(row.id)
          else {
            // What goes back beside it is recorded all the same.
            failure ??= error instanceof Error ? error : new Error('a refund failed', { cause: error })
            if (error instanceof UnavailableError) break
          }
        }
      }
      await database.transaction(async (tx) => {
        await syncOrder(tx, queue, leadId, { ...snapshot, reference })
        for (const id of refused) await leaveToPerson(tx, id)
        if (!failure) await closeReview(tx, 'refund_failed', PROVIDER_AWAY.subject)
      })
      if (failure) throw failure
    },

    /**
     * After the last attempt: the refund stays due and is tried again by the clock, and a person sees it. Of all that wait for
     * a provider who is away they see one item, which goes with the first refund that is answered.
     */
    async giveUp(paymentId: string, error?: unknown): Promise<void> {
      const isAway = error instanceof UnavailableError && error.port === 'payments'
      await database.transaction(async (tx) => {
        if (isAway) return askForReview(tx, { kind: 'refund_failed', ...PROVIDER_AWAY })
        const payment = await lockPayment(tx, paymentId)
        if (payment?.state !== 'refunding') return
        const about = describePayment(await orderOf(tx, payment), payment)
        await askForReview(tx, { kind: 'refund_failed', ...about })
      })
    },

    /** Enqueues refunds that lost their job. */
    async reconcile(round: Reconciliation): Promise<void> {
      if (await areRefundsPaused(deps)) return
      await reconcileRows(database.queries, round, owedRefunds(), ({ id }) =>
        database.transaction((tx) => enqueueRefund(tx, queue, { id })),
      )
    },
  }
}

/** The amount that is due of a payment and was not refunded yet, and the idempotency key of its refund. */
function missingRefund(
  { id, amountMinor, refundDueAmountMinor: due }: PaymentRow,
  { dispute, refundedAmountMinor, lostAmountMinor = amountMinor }: PaymentOutcome,
): { missing: number; key: string; isLostInPart: boolean } {
  const lost = dispute === 'lost' ? lostAmountMinor : 0
  const gone = refundedAmountMinor + lost
  // From what to what: a part and then the rest are two, and a repeat of either is none.
  return { missing: due - gone, key: `${id}:${gone}-${due}`, isLostInPart: lost > 0 }
}

/**
 * After a bank has taken part of a payment back, the provider may refuse to refund the rest. An operator then pays it another
 * way: one inbox item names the amount, and the refund ends with what went back so far.
 */
async function leaveToPerson(tx: Queries, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  if (payment?.state !== 'refunding') return
  const owedAmountMinor = payment.refundDueAmountMinor - payment.refundedAmountMinor
  await forgoRefund(tx, payment)
  const detail = `${(owedAmountMinor / 100).toFixed(2)} ${payment.currency} to be paid in another way: a bank took a part, and the provider refunds no more`
  const about = describePayment(await orderOf(tx, payment), payment, detail)
  await askForReview(tx, { kind: 'refund_failed', ...about })
}

/**
 * Refunds a withdrawn purchase in full, if it is within its right, and deletes its results.
 * @returns the payment before the refund; undefined when it is not within its right
 */
export function withdrawPurchase(
  tx: Queries,
  queue: Queue,
  paymentId: string,
  isWithinRight: (payment: PaymentRow) => boolean,
): Promise<PaymentRow | undefined> {
  return refundPurchase(tx, queue, paymentId, { reason: 'withdrawal', isWithinRight })
}

/**
 * Refunds what is left of a purchase, because an operator decided so, and deletes its results.
 * @returns the payment before the refund; undefined when nothing of it can be refunded
 */
export function refundByOperator(
  tx: Queries,
  queue: Queue,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const isWithinRight = (payment: PaymentRow) => isKept(payment) && isOfValue(payment)
  return refundPurchase(tx, queue, paymentId, { reason: 'operator', isWithinRight })
}

async function refundPurchase(
  tx: Queries,
  queue: Queue,
  paymentId: string,
  { reason, isWithinRight }: { reason: RefundReason; isWithinRight: (payment: PaymentRow) => boolean },
): Promise<PaymentRow | undefined> {
  const purchase = await lockPurchase(tx, paymentId)
  if (!purchase || !isWithinRight(purchase.payment)) return undefined
  if (purchase.bundle) await revokeBundle(tx, queue, purchase.bundle, reason)
  else if (reason === 'withdrawal') return undefined
  else await refundWithoutBundle(tx, queue, purchase.payment, reason)
  return purchase.payment
}
