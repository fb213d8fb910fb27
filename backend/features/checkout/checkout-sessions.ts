import { ProductError } from '#contract/errors.ts'
import type { CheckoutSession } from '#contract/payments.ts'
import {
  findPayment,
  lockPayment,
  orderOf,
  recordSession,
  totalsOf,
  type OrderRows,
  type PaymentRow,
} from '#backend/features/payments/payments-service.ts'
import { writeBill } from '#backend/features/mail/mail-service.ts'
import type { Database } from '#backend/providers/database/database-port.ts'
import {
  PaymentError,
  type PaymentGateways,
  type PaymentOutcome,
  type PaymentSession,
} from '#backend/providers/payments/payments-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Fulfilment } from './fulfilment.ts'
import { endOrder } from './begin-purchase.ts'
import { syncOrder } from './settlement.ts'

export interface SessionDeps {
  database: Database
  queue: Queue
  gateways: PaymentGateways
  /** Where browsers reach the site. */
  siteUrl: string
}

/** Payments at their provider: opened, read, ended. No transaction is open while a provider is asked. */
export function createSessions({ database, queue, gateways, siteUrl }: SessionDeps) {
  const follow = (paymentId: string, reference: string, snapshot: PaymentOutcome): Promise<Fulfilment> =>
    database.transaction((tx) => syncOrder(tx, queue, paymentId, { ...snapshot, reference }))

  const readAndFollow = async ({ id, provider }: PaymentRow, reference: string): Promise<Fulfilment> =>
    follow(id, reference, await gateways[provider].readSession(reference))

  /** A repeat returns the session of the first: all its parameters come from the rows. */
  const create = (order: OrderRows): Promise<PaymentSession> => {
    const [{ id: paymentId, provider, currency, locale, expiresAt, form }, ...others] = order
    const { amountMinor, regularAmountMinor } = totalsOf(order)
    const cutAmountMinor = regularAmountMinor - amountMinor
    const itemOf = (row: PaymentRow) => ({
      name: writeBill(row, siteUrl).item,
      regularAmountMinor: row.regularAmountMinor,
    })
    const bill = writeBill(order[0], siteUrl)
    const page = `${siteUrl.replace(/\/$/, '')}/${locale}/checkout/complete?payment=${paymentId}`
    return gateways[provider].createSession({
      paymentId,
      amountMinor,
      currency,
      locale,
      expiresAt,
      form,
      items: [itemOf(order[0]), ...others.map(itemOf)],
      discount: cutAmountMinor > 0 ? { name: bill.discount, amountMinor: cutAmountMinor } : null,
      // Prices are promised in euros and dollars, and credits are counted against them.
      allowsLocalCurrency: false,
      customerEmail: null,
      successUrl: page,
      cancelUrl: `${page}&canceled=1`,
    })
  }

  /**
   * Asks the provider for the state of a payment's order and acts on it. Webhook, return page and scheduler call it alike: the
   * first one delivers.
   * @param lost the provider's id, in case its first answer was lost
   */
  const settle = async (paymentId: string, lost?: string): Promise<Fulfilment> => {
    const payment = await findPayment(database.queries, paymentId)
    if (!payment) return { status: 'open' }
    const [lead] = await orderOf(database.queries, payment)
    const reference = lead.providerReference ?? lost
    return reference === undefined ? { status: 'open' } : readAndFollow(lead, reference)
  }

  /** Ends an order that no provider knows; of one whose leading payment has ended already, the payments that are left. */
  const endUnknown = (leadId: string): Promise<void> =>
    database.transaction(async (tx) => {
      const lead = await lockPayment(tx, leadId)
      if (lead?.state === 'created' || lead?.state === 'expired') await endOrder(tx, await orderOf(tx, lead))
    })

  return {
    settle,
    endUnknown,

    /**
     * Where an order is paid, or its result if paid meanwhile; undefined when it has ended and has to be started
     * again.
     */
    async open(order: OrderRows): Promise<CheckoutSession | undefined> {
      const [payment] = order
      const { id: paymentId, provider, providerReference } = payment
      if (providerReference === null) {
        const opened = await create(order)
        const { reference } = opened
        const session = awaiting(payment, opened)
        if (!session) return bought(await readAndFollow(payment, reference))
        const isAwaited = await database.transaction(async (tx) => {
          const row = await lockPayment(tx, paymentId)
          return row !== undefined && recordSession(tx, await orderOf(tx, row), reference)
        })
        return isAwaited ? session : undefined
      }
      const snapshot = await gateways[provider].readSession(providerReference)
      const session = snapshot.status === 'open' ? awaiting(payment, snapshot) : undefined
      if (session) return session
      return bought(await follow(paymentId, providerReference, snapshot))
    },

    /** Ends an order at its provider; one that is paid by now is handed over instead. */
    async end(order: OrderRows): Promise<Fulfilment> {
      const [{ id, provider, providerReference }] = order
      const reference = providerReference ?? (await lostReference(order))
      if (reference !== undefined) {
        return follow(id, reference, await gateways[provider].expireSession(reference))
      }
      await endUnknown(id)
      return { status: 'open' }
    },
  }

  /** @throws ProductError the reason why it cannot be delivered; the money is being refunded */
  function bought(fulfilment: Fulfilment): CheckoutSession | undefined {
    if (fulfilment.status === 'refused') throw new ProductError(fulfilment.code)
    if (fulfilment.status === 'open') return undefined
    // Paid in another window while this one asked.
    return { ...fulfilment, isRepeat: true }
  }

  /**
   * A session may have been created, and the answer lost: repeating the request finds it. Undefined when there is
   * none.
   */
  async function lostReference(order: OrderRows): Promise<string | undefined> {
    try {
      return (await create(order)).reference
    } catch (error) {
      const isOutOfTheQuestion =
        error instanceof PaymentError && (error.code === 'rejected' || error.code === 'conflict')
      if (isOutOfTheQuestion) return undefined
      throw error
    }
  }
}

/** Where an open order is paid, by its leading payment; undefined when it is complete. */
function awaiting(
  payment: PaymentRow,
  { url, clientSecret }: Pick<PaymentSession, 'url' | 'clientSecret'>,
): CheckoutSession | undefined {
  const open = { paymentId: payment.id, expiresAt: payment.expiresAt.toISOString() }
  if (url !== null) return { status: 'redirect', ...open, url }
  return clientSecret === null ? undefined : { status: 'embedded', ...open, clientSecret }
}
