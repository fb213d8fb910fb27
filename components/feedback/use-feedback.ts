import type { Feedback, GivenFeedback } from '#contract/feedback.ts'
import type { CallError } from '#lib/api/call-error.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'

/** What feedback is about: a person as a whole, or one of their bundles. */
export interface FeedbackSubject {
  personid: string
  bundleid?: string | undefined
}

interface FeedbackState {
  /** The current feedback; null without any, undefined until loaded. */
  feedback: Feedback | null | undefined
  error: CallError | undefined
  retry: () => void
  /** @throws CallError */
  give: (given: GivenFeedback) => Promise<void>
}

/** The user's feedback on one subject, and a function to change it. */
export function useFeedback({ personid, bundleid }: FeedbackSubject): FeedbackState {
  const ofBundle = useEndpoint(
    'getBundleFeedback',
    bundleid === undefined ? null : { query: { personid, bundleid } },
  )
  const ofPerson = useEndpoint('getPersonFeedback', bundleid === undefined ? { query: { personid } } : null)
  const { data, error, mutate } = bundleid === undefined ? ofPerson : ofBundle
  return {
    feedback: data?.feedback,
    error,
    retry: () => void mutate(),
    give: async (given) => {
      const client = browserClient()
      const feedback =
        bundleid === undefined
          ? await client.call('givePersonFeedback', { body: { personid, ...given } })
          : await client.call('giveBundleFeedback', { body: { personid, bundleid, ...given } })
      await mutate({ feedback }, { revalidate: false })
    },
  }
}
