import { z } from 'zod'

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
