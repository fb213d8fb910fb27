import type { BundleOffer } from '#contract/bundles.ts'
import { ProductError } from '#contract/errors.ts'
import { DEFAULT_LOCALE } from '#contract/locales.ts'
import { FIRST_BUNDLE_AMOUNT_MINOR, TIER_AMOUNT_MINOR, type Currency } from '#contract/money.ts'
import type { CheckoutSession } from '#contract/payments.ts'
import { STYLE_TIER, StyleId } from '#contract/styles.ts'
import { bundlesByStyle, findBundleOfStyle } from '#backend/features/bundles/service.ts'
import {
  createPayment,
  expirePayment,
  findPayment,
  lockOpenPayment,
  lockPayment,
  overduePayments,
  priceOf,
  recordReading,
  recordSession,
  type Order,
  type PaymentRow,
} from '#backend/features/payments/service.ts'
import { findPerson, lockOwnPerson } from '#backend/features/persons/service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import type { Database, Queries } from '#backend/providers/database/port.ts'
import type { PaymentGateways, PaymentOutcome } from '#backend/providers/payments/port.ts'
import type { Queue } from '#backend/providers/queue/port.ts'
import { assertCanBeTrained, fulfil, lockPurchase, needsTraining, type Fulfilment } from './fulfilment.ts'

/** Least time a provider leaves a session open; with less left a purchase is begun anew. */
const SESSION_MIN_MS = 30 * 60_000
const PAID: PaymentOutcome = { status: 'paid', refundedAmountMinor: 0, dispute: 'none' }

export type Checkout = ReturnType<typeof createCheckout>

/** Buying styles: what is offered at which price, the purchase itself, and handing over what was paid. */
export function createCheckout(deps: { database: Database; queue: Queue; gateways: PaymentGateways }) {
  const { database, queue, gateways } = deps

  /** Notes what a provider answered, and hands over what is paid by now. */
  const follow = (paymentId: string, reference: string, reading: PaymentOutcome): Promise<Fulfilment> =>
    database.transaction(async (tx) => {
      const purchase = await lockPurchase(tx, paymentId)
      if (!purchase) return { status: 'open' }
      const payment = await recordReading(tx, queue, purchase.payment, { ...reading, reference })
      return fulfil(tx, queue, { ...purchase, payment })
    })

  /**
   * Asks the provider what became of a payment and acts on it. Hook, return page and clock call it alike: whoever
   * hears first hands over.
   */
  const settle = async (paymentId: string): Promise<Fulfilment> => {
    const payment = await findPayment(database.queries, paymentId)
    const reference = payment?.providerReference
    if (!payment || !reference) return { status: 'open' }
    return follow(paymentId, reference, await gateways[payment.provider].readSession(reference))
  }

  return {
    settle,

    /** @throws ProductError person_not_found */
    async offers(uid: string, personId: string, currency: Currency): Promise<BundleOffer[]> {
      const person = await findPerson(database.queries, uid, personId)
      const bought = await bundlesByStyle(database.queries, personId)
      const includesTraining = needsTraining(person)
      return StyleId.options.map((styleId) => ({
        styleId,
        tier: STYLE_TIER[styleId],
        price: priceOf(regularAmountMinor(styleId, currency, includesTraining), currency),
        includesTraining,
        bundleId: bought.get(styleId) ?? null,
      }))
    },

    /**
     * Buys one style for one person. A repeat finds the bundle of the first, or the page where it is paid.
     * @throws ProductError person_not_found, selfies_insufficient, unavailable
     */
    async purchase(
      uid: string,
      personId: string,
      styleId: StyleId,
      currency: Currency,
    ): Promise<CheckoutSession> {
      const begun = await database.transaction((tx) => begin(tx, uid, personId, styleId, currency))
      if ('bundleId' in begun) return { status: 'fulfilled', bundleId: begun.bundleId }
      const { id, provider, amountMinor, expiresAt } = begun.payment
      const session = await gateways[provider].createSession({
        ...{ paymentId: id, amountMinor, expiresAt },
        currency: begun.payment.currency,
        item: { name: styleId, regularAmountMinor: begun.payment.regularAmountMinor },
        ...{ discount: null, allowsLocalCurrency: false, locale: DEFAULT_LOCALE, customerEmail: null },
        // What is free has no page to come back from.
        ...{ successUrl: '', cancelUrl: '' },
      })
      const { reference, url } = session
      if (url !== null) {
        await database.transaction(async (tx) => {
          const payment = await lockPayment(tx, id)
          if (payment) await recordSession(tx, payment, reference)
        })
        return { status: 'redirect', url, expiresAt: expiresAt.toISOString() }
      }
      const fulfilment = await follow(id, reference, PAID)
      if (fulfilment.status === 'refused') throw new ProductError(fulfilment.code)
      // Ended by another call in the meantime: the next one begins anew.
      if (fulfilment.status === 'open') throw new ProductError('unavailable')
      return fulfilment
    },

    /** Ends sessions that nobody paid, and hands over what was paid without anybody telling. */
    async reconcile(round: Reconciliation): Promise<void> {
      await reconcileRows(database.queries, round, overduePayments(round.now), async ({ id }) => {
        if ((await findPayment(database.queries, id))?.providerReference) return settle(id)
        // No provider was asked, or its answer was lost: nobody has seen its page.
        return database.transaction(async (tx) => {
          const payment = await lockPayment(tx, id)
          if (payment?.state === 'created') await expirePayment(tx, payment)
        })
      })
    },
  }
}

/** What this purchase is about: a bundle that is there already, or a payment to be made. */
async function begin(
  tx: Queries,
  uid: string,
  personId: string,
  styleId: StyleId,
  currency: Currency,
): Promise<{ bundleId: string } | { payment: PaymentRow }> {
  const person = await lockOwnPerson(tx, uid, personId)
  const existing = await findBundleOfStyle(tx, personId, styleId)
  if (existing) return { bundleId: existing.id }
  const includesTraining = needsTraining(person)
  if (includesTraining) await assertCanBeTrained(tx, person)
  const price = priceOf(regularAmountMinor(styleId, currency, includesTraining), currency)
  const order = { uid, personId, styleId, includesTraining, price }
  const open = await lockOpenPayment(tx, personId, styleId)
  if (open && isStillFor(open, order)) return { payment: open }
  if (open) await expirePayment(tx, open)
  return { payment: await createPayment(tx, order) }
}

function isStillFor(payment: PaymentRow, { includesTraining, price }: Order): boolean {
  return (
    payment.includesTraining === includesTraining &&
    payment.amountMinor === price.amountMinor &&
    payment.currency === price.currency &&
    payment.expiresAt.getTime() - Date.now() >= SESSION_MIN_MS
  )
}

function regularAmountMinor(styleId: StyleId, currency: Currency, withTraining: boolean): number {
  return withTraining ? FIRST_BUNDLE_AMOUNT_MINOR[currency] : TIER_AMOUNT_MINOR[STYLE_TIER[styleId]]
}
