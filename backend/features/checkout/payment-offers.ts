import type { BundleOffer, HeadshotOutlook } from '#contract/bundles.ts'
import { FIRST_BUNDLE_AMOUNT_MINOR, type Currency } from '#contract/money.ts'
import { PREVIEW_STYLE } from '#contract/previews.ts'
import { STYLE_TIER, StyleId } from '#contract/styles.ts'
import { bundlesByStyle } from '#backend/features/bundles/bundles-service.ts'
import {
  findPerson,
  nextBundleOf,
  outlookOf,
  promiseOf,
  readLearned,
} from '#backend/features/persons/persons-service.ts'
import { showSamples } from '#backend/features/previews/previews-service.ts'
import type { StylePromises } from '#backend/providers/engine/engine-port.ts'
import type { Database } from '#backend/providers/database/database-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { friendCutOf } from './friend-discount.ts'
import { creditsFor, paysForTraining, regularAmountOf } from './begin-purchase.ts'

/** Of a style that no engine makes. */
const NOTHING_PROMISED = { headshotsFrom: () => 0 }

interface Offered {
  offers: BundleOffer[]
  outlook: HeadshotOutlook
  areSamplesComing: boolean
}

/** The offers for a person: every style that can be made, with its current price and a sample. */
export function createOffers(deps: {
  database: Database
  storage: Storage
  promises: StylePromises
  charges: boolean
}) {
  const { database, storage, promises, charges } = deps
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
      const learned = await readLearned(queries, personId)
      const offerOf = (styleId: StyleId): BundleOffer[] => {
        const promise = promises.of(styleId)
        if (!promise) return []
        const regularAmountMinor = regularAmountOf(styleId, currency, includesTraining)
        const { selfieCount } = nextBundleOf(person, learned, styleId, promises)
        const offer = {
          styleId,
          tier: STYLE_TIER[styleId],
          includesTraining,
          price: {
            amountMinor: charges ? regularAmountMinor - friendCutMinor : 0,
            regularAmountMinor,
            currency,
          },
          headshotCount: promiseOf(promise, selfieCount),
          selfieCount,
          possibleCares: [...promise.cares],
          engines: [...promise.engines],
          creditAmount: creditsFor(includesTraining),
          bundleId: bought.get(styleId) ?? null,
          sampleUrl: samples.urls.get(styleId) ?? null,
        }
        return [offer]
      }
      const photographed = promises.of(PREVIEW_STYLE)
      const outlook = outlookOf(
        photographed ?? NOTHING_PROMISED,
        nextBundleOf(person, learned, PREVIEW_STYLE, promises),
      )
      return { offers: StyleId.options.flatMap(offerOf), outlook, areSamplesComing: samples.areComing }
    },
  }
}
