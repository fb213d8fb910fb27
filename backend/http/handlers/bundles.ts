import type { bundleEndpoints } from '#contract/bundles.ts'
import type { Bundles } from '#backend/features/bundles/service.ts'
import type { Offers } from '#backend/features/checkout/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface BundleFeatures {
  bundles: Bundles
  offers: Offers
}

const DEFAULT_CURRENCY = 'USD'

export function createBundleHandlers(features: BundleFeatures): HandlersOf<typeof bundleEndpoints> {
  const { bundles, offers } = features
  return {
    getPossibleBundles: ({ uid, query }) =>
      offers.to(uid, query.personid, query.currency ?? DEFAULT_CURRENCY),
    rateHeadshot: ({ uid, body }) => bundles.rate(uid, body.userImageKey, body.rating),
    favourHeadshot: ({ uid, body }) => bundles.favour(uid, body.userImageKey, body.isFavourite),
    getBundle: ({ uid, query }) => bundles.get(uid, query.personid, query.bundleid),
  }
}
