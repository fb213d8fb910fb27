import { z } from 'zod'
import { Cares } from './cares.ts'
import { CreditBalance } from './credits.ts'
import { defineEndpoint } from './endpoint.ts'
import { LookChoices } from './looks.ts'
import { AlsoStyleIds } from './payments.ts'
import { REFERRAL_CODE_LENGTH } from './referral-code.ts'
import { StyleId } from './styles.ts'

/** What a friend who came by a referral pays less for the first bundle. */
export const REFERRED_FRIEND_PERCENT = 10

/** A code as issued: exactly six characters. Compared in lower case. */
export const ReferralCode = z.string().length(REFERRAL_CODE_LENGTH)

/** A code as typed or taken from a link; only one of the right length can be valid. */
const GivenCode = z.string().min(1).max(64)

export const referralEndpoints = {
  checkReferralCode: defineEndpoint({
    method: 'GET',
    path: '/referal/check_referal_code',
    aliases: ['/referal/check-referal-code/{code}'],
    auth: 'public',
    rate: 'code',
    summary: 'Whether a referral code is good; one that has not exactly six characters is not',
    query: z.object({ code: GivenCode }),
    response: z.boolean(),
    errors: [],
  }),
  getReferralCredits: defineEndpoint({
    method: 'GET',
    path: '/referal/get_referal_credits_user',
    aliases: [],
    auth: 'user',
    rate: 'read',
    summary: 'The credits of the user, and what became of their referrals',
    response: z.object({
      credits: CreditBalance,
      referredCount: z.int().nonnegative().meta({ description: 'Friends who signed up' }),
      rewardedCount: z.int().nonnegative().meta({ description: 'Friends who bought, and earned credits' }),
    }),
    errors: [],
  }),
  getReferralCode: defineEndpoint({
    method: 'GET',
    path: '/referal/get_referral_code',
    aliases: [],
    auth: 'user',
    rate: 'read',
    summary: 'The code by which the user refers friends; made when it is first asked for',
    response: z.object({ code: ReferralCode }),
    errors: [],
  }),
  registerCodeShared: defineEndpoint({
    method: 'PUT',
    path: '/referal/register_code_shared',
    aliases: [],
    auth: 'user',
    rate: 'write',
    summary: 'Notes that the user has shared their referral code',
    query: z.object({ code: GivenCode }),
    response: z.object({ registered: z.literal(true) }),
    errors: ['referral_code_invalid'],
  }),
  registerUserReferred: defineEndpoint({
    method: 'PUT',
    path: '/referal/register_user_refered',
    aliases: ['/referal/register-user-refered'],
    auth: 'user',
    rate: 'code',
    summary: 'Notes by whom the user was referred, once and before their first purchase',
    body: z.object({ referal_code: GivenCode }),
    response: z.object({ registered: z.literal(true) }),
    errors: ['referral_code_invalid', 'referral_own_code', 'referral_taken', 'referral_too_late'],
  }),
  useReferralCredits: defineEndpoint({
    method: 'POST',
    path: '/referal/use_referal_credits',
    aliases: [],
    auth: 'verified',
    rate: 'checkout',
    idempotent: true,
    localized: true,
    summary: 'Buys styles for one person with credits; a repeat finds what the first bought',
    body: z.object({
      personid: z.uuid(),
      styleId: StyleId,
      alsoStyleIds: AlsoStyleIds,
      cares: Cares.default({}),
      look: LookChoices.default({}),
    }),
    response: z.object({
      bundleId: z.uuid(),
      credits: CreditBalance,
      isRepeat: z.boolean().meta({ description: 'It was bought before; nothing was taken for it now' }),
    }),
    errors: [
      'person_not_found',
      'selfies_insufficient',
      'consent_required',
      'style_not_offered',
      'purchases_frozen',
      'payment_processing',
      'credits_insufficient',
      'payment_ended',
    ],
  }),
}
