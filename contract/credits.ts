import { z } from 'zod'
import { AcquisitionChannel } from './analytics.ts'
import { defineEndpoint } from './endpoint.ts'

/** What a bundle costs in credits: a person's first with its training, and each further one of whatever tier. */
export const FIRST_BUNDLE_CREDITS = 10
export const FURTHER_BUNDLE_CREDITS = 1
/** For the referrer, once the friend has paid for a first purchase. */
export const REFERRAL_CREDITS = 2
/** Once for each user. */
export const SOCIAL_SHARE_CREDITS = 1

/** Why a balance changed. */
export const CreditReason = z.enum([
  'referral',
  'referral_reversed',
  'social_share',
  'granted',
  'spent',
  'returned',
])
export type CreditReason = z.infer<typeof CreditReason>

export const CreditBalance = z.int().nonnegative()

export const creditEndpoints = {
  registerSocialMediaShare: defineEndpoint({
    method: 'PUT',
    path: '/persons/register_social_media_share',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Notes that the user told of the product, and gives a credit for the first time',
    body: z.object({ channel: AcquisitionChannel }),
    response: z.object({
      isFirst: z.boolean().meta({ description: 'Whether this one earned the credit' }),
      credits: CreditBalance,
    }),
    errors: [],
  }),
}
