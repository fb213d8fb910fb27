import type { BundleOffer, HeadshotOutlook } from '#contract/bundles.ts'
import type { Care } from '#contract/cares.ts'
import { FIRST_BUNDLE_AMOUNT_MINOR, type Currency } from '#contract/money.ts'
import { STYLE_TIER, StyleId } from '#contract/styles.ts'
import { bundlesByStyle } from '#backend/features/bundles/bundles-service.ts'
import { findPerson, nextBundleOf, outlookOf } from '#backend/features/persons/persons-service.ts'
import { showSamples } from '#backend/features/previews/previews-service.ts'
import type { EnginePromise } from '#backend/providers/engine/engine-port.ts'
import type { Database } from '#backend/providers/database/database-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { friendCutOf } from './friend-discount.ts'
import { creditsFor, paysForTraining, regularAmountOf } from './begin-purchase.ts'

interface Offered {
  offers: BundleOffer[]
  outlook: HeadshotOutlook
  possibleCares: Care[]
  areSamplesComing: boolean
}

/** The offers for a person: every style, with its current price and a sample. */
export function createOffers(deps: {
  database: Database
  storage: Storage
  engine: EnginePromise
  charges: boolean
}) {
  const { database, storage, engine, charges } = deps
  const { queries } = database
  return {
    /** @throws ProductError person_not_found */
    async to(uid: string, personId: string, currency: Currency): Promise<Offered> {
      const person = await findPerson(queries, uid, personId)
      const bought = await bundlesByStyle(queries, personId)
      const includesTraining = await paysForTraining(queries, person)
      const friendCutMinor =
        charges && includesTraining
          ? await friendCutOf(queries, { uid, personId }, FIRST_BUNDLE_AMOUNT_MINOR[currency])
          : 0
      const samples = await showSamples(queries, storage, personId)
      const offers = StyleId.options.map((styleId) => {
        const regularAmountMinor = regularAmountOf(styleId, currency, includesTraining)
        return {
          ...{ styleId, tier: STYLE_TIER[styleId], includesTraining },
          price: {
            amountMinor: charges ? regularAmountMinor - friendCutMinor : 0,
            ...{ regularAmountMinor, currency },
          },
          creditAmount: creditsFor(includesTraining),
          bundleId: bought.get(styleId) ?? null,
          sampleUrl: samples.urls.get(styleId) ?? null,
        }
      })
      const outlook = outlookOf(engine, await nextBundleOf(queries, person))
      const possibleCares = [...engine.cares]
      return { offers, outlook, possibleCares, areSamplesComing: samples.areComing }
    },
  }
}
