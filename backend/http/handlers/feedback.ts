import type { feedbackEndpoints } from '#contract/feedback.ts'
import type { FeedbackService } from '#backend/features/feedback/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface FeedbackFeatures {
  feedback: FeedbackService
}

export function createFeedbackHandlers({ feedback }: FeedbackFeatures): HandlersOf<typeof feedbackEndpoints> {
  return {
    getPersonFeedback: async ({ uid, query }) => ({ feedback: await feedback.ofPerson(uid, query.personid) }),
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
  }
}
