import { z } from 'zod'
import { ShareChannel } from './analytics.ts'
import { defineEndpoint } from './endpoint.ts'
import { StyleId } from './styles.ts'

/** A bundle's price in credits: a person's first with its training, and each further one of any tier. */
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

/** One change of a balance, and the balance afterwards. */
export const CreditEntry = z
  .object({
    amount: z.int().meta({ description: 'Positive for what came in, negative for what went out' }),
    balance: CreditBalance,
    reason: CreditReason,
    styleId: StyleId.nullable().meta({ description: 'Of the purchase it paid for or that was given back' }),
    enteredAt: z.iso.datetime(),
  })
  .meta({ id: 'CreditEntry' })
export type CreditEntry = z.infer<typeof CreditEntry>

export const creditEndpoints = {
  getCreditEntries: defineEndpoint({
    method: 'GET',
    path: '/referal/credit_entries',
    aliases: [],
    auth: 'user',
    rate: 'read',
    summary: 'How the credits of the user came to be what they are',
    response: z.object({
      entries: z.array(CreditEntry).meta({ description: 'Latest first; the earliest are left out of many' }),
    }),
    errors: [],
  }),
  registerSocialMediaShare: defineEndpoint({
    method: 'PUT',
    path: '/persons/register_social_media_share',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Notes that the user told of the product, and gives a credit for the first time',
    body: z.object({ channel: ShareChannel }),
    response: z.object({
      isFirst: z.boolean().meta({ description: 'Whether this one earned the credit' }),
      credits: CreditBalance,
    }),
    errors: [],
  }),
}
