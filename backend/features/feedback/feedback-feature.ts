import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createFeedback } from './feedback-service.ts'

export function feedbackFeature(deps: FeatureDeps) {
  const feedback = createFeedback(deps)
  return {
    handlers: {
      getPersonFeedback: async ({ uid, query }) => ({
        feedback: await feedback.ofPerson(uid, query.personid),
      }),
      givePersonFeedback: ({ uid, body: { personid, ...given } }) =>
        feedback.giveToPerson(uid, personid, given),
      getBundleFeedback: async ({ uid, query }) => ({
        feedback: await feedback.ofBundle(uid, query.personid, query.bundleid),
      }),
      giveBundleFeedback: ({ uid, body: { personid, bundleid, ...given } }) =>
        feedback.giveToBundle(uid, personid, bundleid, given),
      rateBundle: async ({ uid, body: { personid, bundleid, rating } }) => {
        const given = await feedback.giveToBundle(uid, personid, bundleid, { rating })
        return { bundleId: bundleid, userRating: given.rating }
      },
    },
  } satisfies Feature
}
