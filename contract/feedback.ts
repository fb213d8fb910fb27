import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { FEEDBACK_TEXT_MAX_LENGTH } from './limits.ts'
import { withoutDirectionControls } from './text.ts'

/** Stars: from 1, the worst, to 5. */
export const StarRating = z.int().min(1).max(5)

const given = {
  rating: StarRating,
  text: z.string().overwrite(withoutDirectionControls).trim().max(FEEDBACK_TEXT_MAX_LENGTH).default(''),
  wantsContact: z.boolean().default(false).meta({ description: 'Whether the user would like an answer' }),
}

/** A user's feedback on a person or a bundle; newer feedback replaces it. */
export const Feedback = z
  .object({
    rating: StarRating,
    text: z.string().meta({ description: 'Empty when nothing was written' }),
    wantsContact: z.boolean(),
    givenAt: z.iso.datetime(),
  })
  .meta({ id: 'Feedback' })
export type Feedback = z.infer<typeof Feedback>
export type GivenFeedback = Omit<Feedback, 'givenAt'>

const personQuery = z.object({ personid: z.uuid() })
const bundleQuery = personQuery.extend({ bundleid: z.uuid() })
const found = z.object({ feedback: Feedback.nullable().meta({ description: 'Null when none was given' }) })

export const feedbackEndpoints = {
  getPersonFeedback: defineEndpoint({
    method: 'GET',
    path: '/feedback/person',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary: 'What the user said of a person',
    query: personQuery,
    response: found,
    errors: ['person_not_found'],
  }),
  givePersonFeedback: defineEndpoint({
    method: 'POST',
    path: '/feedback/person',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Says what the user thinks of a person as a whole; replaces what was said before',
    body: personQuery.extend(given),
    response: Feedback,
    errors: ['person_not_found'],
  }),
  getBundleFeedback: defineEndpoint({
    method: 'GET',
    path: '/feedback/person/bundle',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary: 'What the user said of a bundle',
    query: bundleQuery,
    response: found,
    errors: ['person_not_found', 'bundle_not_found'],
  }),
  giveBundleFeedback: defineEndpoint({
    method: 'POST',
    path: '/feedback/person/bundle',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Says what the user thinks of a bundle; replaces what was said before',
    body: bundleQuery.extend(given),
    response: Feedback,
    errors: ['person_not_found', 'bundle_not_found'],
  }),
  rateBundle: defineEndpoint({
    method: 'PUT',
    path: '/persons/bundle/add_user_rating',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Gives a bundle its stars, which are those of its feedback; what was written stays',
    body: bundleQuery.extend({ rating: StarRating }),
    response: z.object({ bundleId: z.uuid(), userRating: StarRating }),
    errors: ['person_not_found', 'bundle_not_found'],
  }),
}
