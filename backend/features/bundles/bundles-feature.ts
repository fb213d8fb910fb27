import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { recordEarlierDelivery, unrecordedDeliveries } from '#backend/features/payments/payments-service.ts'
import { reconcileRows } from '#backend/features/reconciliation.ts'
import { createGeneration } from './bundle-generation.ts'
import { createRerollRequests } from './reroll-requests.ts'
import { createRerolls } from './rerolls.ts'
import { createBundles } from './bundles-service.ts'

export function bundlesFeature(deps: FeatureDeps) {
  const { queries } = deps.database
  const bundles = createBundles(deps)
  const rerollRequests = createRerollRequests(deps)
  return {
    handlers: {
      rateHeadshot: ({ uid, body }) => bundles.rate(uid, body.userImageKey, body.rating),
      favourHeadshot: ({ uid, body }) => bundles.favour(uid, body.userImageKey, body.isFavourite),
      getBundle: ({ uid, query }) => bundles.get(uid, query.personid, query.bundleid),
      rerollHeadshot: ({ uid, body, idempotencyKey: requestKey }) =>
        rerollRequests.reroll(uid, body.userImageKey, requestKey, body.cares),
      reportFlaw: ({ uid, body }) => rerollRequests.reportFlaw(uid, body),
    },
    work(workDeps) {
      const generation = createGeneration({ ...deps, ...workDeps })
      const rerolls = createRerolls({ ...deps, ...workDeps })
      return {
        jobs: {
          'generate-bundle': {
            run: ({ bundleId }, signal) => generation.generate(bundleId, signal),
            giveUp: ({ bundleId }) => bundles.giveUp(bundleId),
          },
          'reroll-headshot': {
            run: ({ rerollId }, signal) => rerolls.make(rerollId, signal),
            giveUp: ({ rerollId }) => rerolls.giveUp(rerollId, 'technical'),
          },
        },
        reconcile: {
          bundles: (round) => bundles.reconcile(round),
          deliveries: (round) =>
            reconcileRows(queries, round, unrecordedDeliveries(queries), ({ id }) =>
              recordEarlierDelivery(queries, id),
            ),
          rerolls: (round) => rerolls.reconcile(round),
        },
      }
    },
  } satisfies Feature
}
