import type { BundleOffer } from '#contract/bundles.ts'
import { ProductError } from '#contract/errors.ts'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { FIRST_BUNDLE_AMOUNT_MINOR, TIER_AMOUNT_MINOR, type Currency } from '#contract/money.ts'
import { STYLE_TIER, StyleId } from '#contract/styles.ts'
import {
  bundlesByStyle,
  findBundleOfStyle,
  insertPaidBundle,
  queuePaidBundles,
} from '#backend/features/bundles/service.ts'
import { payNothing, priceOf } from '#backend/features/payments/service.ts'
import { findPerson, lockOwnPerson, type PersonRow } from '#backend/features/persons/service.ts'
import { acceptedSelfies } from '#backend/features/selfies/service.ts'
import { requestTraining } from '#backend/features/training/service.ts'
import type { Database } from '#backend/providers/database/port.ts'
import type { Queue } from '#backend/providers/queue/port.ts'

export type Checkout = ReturnType<typeof createCheckout>

/** Buying styles: what is offered at which price, and the purchase itself. */
export function createCheckout(deps: { database: Database; queue: Queue }) {
  const { database, queue } = deps
  return {
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
     * Buys one style for one person, all or nothing: payment, bundle, and the training or generation it starts.
     * A repeat finds the bundle of the first.
     * @throws ProductError person_not_found, selfies_insufficient
     */
    async purchase(uid: string, personId: string, styleId: StyleId, currency: Currency): Promise<string> {
      return database.transaction(async (tx) => {
        const person = await lockOwnPerson(tx, uid, personId)
        const existing = await findBundleOfStyle(tx, personId, styleId)
        if (existing) return existing.id
        const withTraining = needsTraining(person)
        if (withTraining && (await acceptedSelfies(tx, personId)).length < SELFIE_MIN_ACCEPTED) {
          throw new ProductError('selfies_insufficient')
        }
        const bundle = await insertPaidBundle(tx, personId, styleId)
        const price = priceOf(regularAmountMinor(styleId, currency, withTraining), currency)
        await payNothing(tx, uid, bundle.id, price)
        if (withTraining) await requestTraining(tx, queue, person)
        // While a training runs the bundle waits for it.
        if (person.state === 'trained') await queuePaidBundles(tx, queue, personId)
        return bundle.id
      })
    },
  }
}

function needsTraining(person: PersonRow): boolean {
  return person.state !== 'trained' && person.state !== 'training'
}

function regularAmountMinor(styleId: StyleId, currency: Currency, withTraining: boolean): number {
  return withTraining ? FIRST_BUNDLE_AMOUNT_MINOR[currency] : TIER_AMOUNT_MINOR[STYLE_TIER[styleId]]
}
