import { z } from 'zod'
import { Care, Cares } from './cares.ts'
import { defineEndpoint } from './endpoint.ts'
import { StarRating } from './feedback.ts'
import { LookChoices } from './looks.ts'
import { AmountMinor, Currency, Price, PriceTier } from './money.ts'
import { PictureProcessor } from './processing.ts'
import { StyleId } from './styles.ts'

/** locked -> paid -> queued -> generating(n of m) -> ready | failed -> refunded */
export const BundleState = z.enum(['locked', 'paid', 'queued', 'generating', 'ready', 'failed', 'refunded'])
export type BundleState = z.infer<typeof BundleState>

/** Paid for and not done yet: deadlines end these, and pages follow them. */
export const OPEN_BUNDLE_STATES: readonly BundleState[] = ['paid', 'queued', 'generating']
/** The open states in which a job works. */
export const RUNNING_BUNDLE_STATES: readonly BundleState[] = ['queued', 'generating']
/** Ordered, and not given back. */
export const HELD_BUNDLE_STATES: readonly BundleState[] = [...OPEN_BUNDLE_STATES, 'ready']
/** Ended without headshots. */
export const LOST_BUNDLE_STATES: readonly BundleState[] = ['failed', 'refunded']

/** Why a headshot did not pass the gate; each has a sentence in `messages/`. */
export const GateReason = z.enum([
  'no_face',
  'nudity',
  'several_faces',
  'unlike',
  'unlike_second',
  'eyes_closed',
  'off_frame',
  'tilted',
  'soft',
  'burnt_out',
  'off_tone',
  'cut_off',
  'hair_cut',
  'background_left',
  'second_person',
  'covered',
  'colour_bleed',
  'backlit',
  'looking_away',
  'grimace',
  'squeezed',
  'copied',
  'skin_lightness',
  'age_changed',
  'hand_shown',
  'text_shown',
  'duplicate',
])
export type GateReason = z.infer<typeof GateReason>

/** Public handle of a headshot: 128 random bits, base64url. */
export const UserImageKey = z.string().regex(/^[\w-]{22}$/)

/** What its owner thinks of a headshot, from the least. */
export const HeadshotRating = z.enum(['none', 'liked', 'loved'])
export type HeadshotRating = z.infer<typeof HeadshotRating>

/** A generated image. `userImageKey` is its public handle. */
export const Headshot = z
  .object({
    userImageKey: UserImageKey,
    likeness: z.number().min(0).max(1).meta({ description: 'Similarity to the selfies of the person' }),
    passed: z
      .boolean()
      .meta({ description: 'Whether it passed the gate; those that failed are shown on request' }),
    reasons: z.array(GateReason).meta({ description: 'Why it did not pass; empty when it did' }),
    engine: PictureProcessor.pick({ name: true, region: true, subProcessor: true })
      // Absent in answers of the release before.
      .extend({ generates: PictureProcessor.shape.generates.default(false) })
      .nullable()
      // Absent in answers of the release before.
      .default(null)
      .meta({ description: 'Who made it; null where that is not known' }),
    rating: HeadshotRating,
    isFavourite: z.boolean().meta({ description: 'The one of its bundle that the owner prefers' }),
    width: z.int().positive(),
    height: z.int().positive(),
    sizeBytes: z.int().positive(),
    sha256: z.hex().length(64),
    thumbnailUrl: z.url().meta({ description: 'Signed WebP, 480 px wide' }),
    imageUrl: z.url().meta({ description: 'Signed JPEG in full size, for showing' }),
    downloadUrl: z.url().meta({ description: 'The same file, signed to be saved under a speaking name' }),
  })
  .meta({ id: 'Headshot' })
export type Headshot = z.infer<typeof Headshot>

/** queued -> making -> done | failed */
export const RerollState = z.enum(['queued', 'making', 'done', 'failed'])
export type RerollState = z.infer<typeof RerollState>

/** Not ended yet. */
export const OPEN_REROLL_STATES: readonly RerollState[] = ['queued', 'making']

/**
 * Why a re-roll gave no picture: the selfies give no other one; the tried ones did not pass; a safety check refused it; the
 * studio failed; the re-roll was ended from outside. Null for re-rolls from before this was recorded.
 */
export const RerollFailure = z.enum(['no_other', 'not_passed', 'refused', 'technical', 'ended'])
export type RerollFailure = z.infer<typeof RerollFailure>

/** A headshot's re-roll; a failed one keeps the old headshot and is not counted. */
export const Reroll = z
  .object({
    id: z.uuid(),
    userImageKey: UserImageKey.meta({ description: 'The one to be replaced; there until it is done' }),
    isForFlaw: z.boolean().meta({ description: 'Granted for a reported flaw, beyond the free ones' }),
    state: RerollState,
    newUserImageKey: UserImageKey.nullable().meta({ description: 'Set when it is done' }),
    failure: RerollFailure.nullable().meta({ description: 'Why it failed' }),
  })
  .meta({ id: 'Reroll' })
export type Reroll = z.infer<typeof Reroll>

/** waiting (for a training) -> making -> done | failed */
export const RepairState = z.enum(['waiting', 'making', 'done', 'failed'])
export type RepairState = z.infer<typeof RepairState>

/** Not ended yet. */
export const OPEN_REPAIR_STATES: readonly RepairState[] = ['waiting', 'making']

/** The new headshots are fewer than the old; the selfies could not be trained on, or were refused; the studio failed. */
export const RepairFailure = z.enum(['no_better', 'selfies', 'refused', 'technical'])
export type RepairFailure = z.infer<typeof RepairFailure>

/** A bundle rendered again from better selfies: the old headshots stay until it is done, and if it fails. */
export const BundleRepair = z
  .object({
    state: RepairState,
    failure: RepairFailure.nullable(),
    generatedCount: z.int().nonnegative(),
    totalCount: z.int().positive(),
  })
  .meta({ id: 'BundleRepair' })
export type BundleRepair = z.infer<typeof BundleRepair>

/** How many headshots of a bundle are missing, and the refund for them. */
export const Shortfall = z
  .object({
    promisedCount: z.int().positive(),
    missingCount: z.int().positive(),
    amountMinor: AmountMinor,
    currency: Currency,
    creditAmount: z.int().nonnegative(),
  })
  .meta({ id: 'Shortfall' })
export type Shortfall = z.infer<typeof Shortfall>

const PossibleCares = z.array(Care).meta({ description: 'What can be asked for; empty where nothing can' })

/** One style for one person, bought once. */
export const BundleSummary = z
  .object({
    id: z.uuid(),
    styleId: StyleId,
    state: BundleState,
    generatedCount: z.int().nonnegative(),
    totalCount: z.int().positive().meta({ description: 'As promised before it was paid' }),
    repair: BundleRepair.nullable().meta({ description: 'The latest, if it was ever made anew' }),
    coverUrl: z.url().nullable().meta({ description: 'Signed thumbnail of the best headshot' }),
    isFrozen: z
      .boolean()
      .meta({ description: 'A bank holds its money: nothing is made or shown until it decides' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'BundleSummary' })
export type BundleSummary = z.infer<typeof BundleSummary>

export const Bundle = BundleSummary.extend({
  personId: z.uuid(),
  personName: z.string(),
  userRating: StarRating.nullable().meta({ description: 'The stars its owner gave it; null before' }),
  refundableUntil: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Until when it is given back at one click; null when it is not' }),
  shortfall: Shortfall.nullable(),
  refusedCount: z
    .int()
    .nonnegative()
    .meta({ description: 'Pictures that a safety check refused to make; none of them is charged' }),
  repairOffer: z
    .object({
      until: z.iso.datetime(),
      selfieCount: z.int().nonnegative().meta({ description: 'Good ones there are now' }),
      newSelfieCount: z.int().nonnegative().meta({ description: 'Good ones it is not made of' }),
      headshotCount: z.int().nonnegative().meta({ description: 'How many they give' }),
    })
    .nullable()
    .meta({ description: 'Whether it can be made anew from better selfies; null when it cannot' }),
  cares: Cares.meta({ description: 'What its headshots are retouched by beyond the usual from now on' }),
  possibleCares: PossibleCares,
  look: LookChoices,
  freeRerollsLeft: z.int().nonnegative(),
  rerolls: z.array(Reroll).meta({ description: 'In the order they were asked for' }),
  headshots: z.array(Headshot).meta({
    description:
      'Best first, as a photographer would pick, different source pictures before a second of one; those that failed last',
  }),
}).meta({ id: 'Bundle' })
export type Bundle = z.infer<typeof Bundle>

/** A style this person can have, with its current price, and the bundle if it was bought already. */
export const BundleOffer = z
  .object({
    styleId: StyleId,
    tier: PriceTier,
    price: Price,
    includesTraining: z.boolean(),
    headshotCount: z.int().nonnegative().meta({ description: 'How many a bundle that is bought now brings' }),
    selfieCount: z
      .int()
      .nonnegative()
      .optional()
      .meta({ description: 'Good ones it is made of; absent in answers of the release before' }),
    possibleCares: PossibleCares,
    engines: z.array(z.string()).meta({
      description: 'Who may make it, the preferred first; what they do and keep is said by `getProcessing`',
    }),
    creditAmount: z.int().positive().meta({ description: 'What it costs in credits' }),
    bundleId: z.uuid().nullable(),
    sampleUrl: z.url().nullable().meta({
      description: 'Signed JPEG, 320 px wide, watermarked: this person in the style; null without one',
    }),
  })
  .meta({ id: 'BundleOffer' })
export type BundleOffer = z.infer<typeof BundleOffer>

/**
 * How many different headshots a bundle of a style that is no look brings now, and with how many further selfies most of
 * them.
 */
export const HeadshotOutlook = z
  .object({
    selfieCount: z.int().nonnegative().meta({ description: 'Good ones it is made of' }),
    headshotCount: z.int().nonnegative(),
    further: z
      .object({ selfieCount: z.int().positive(), headshotCount: z.int().positive() })
      .nullable()
      .meta({ description: 'Good ones more with which it brings as many as can be; null when it does' }),
  })
  .meta({ id: 'HeadshotOutlook' })
export type HeadshotOutlook = z.infer<typeof HeadshotOutlook>

export const bundleEndpoints = {
  getPossibleBundles: defineEndpoint({
    method: 'GET',
    path: '/persons/bundles/all_possible',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary: 'Every style offered to a person, with its price',
    query: z.object({ personid: z.uuid(), currency: Currency.optional() }),
    response: z.object({
      offers: z.array(BundleOffer),
      outlook: HeadshotOutlook,
      areSamplesComing: z
        .boolean()
        .meta({ description: 'Whether it is worth asking for samples again soon' }),
    }),
    errors: ['person_not_found'],
  }),
  getBundle: defineEndpoint({
    method: 'GET',
    path: '/persons/bundle',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary: 'One bundle with its headshots',
    query: z.object({ personid: z.uuid(), bundleid: z.uuid() }),
    response: Bundle,
    errors: ['person_not_found', 'bundle_not_found'],
  }),
  rateHeadshot: defineEndpoint({
    method: 'PUT',
    path: '/persons/bundle/rate_headshot',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Says what the owner thinks of one headshot; the last word counts',
    body: z.object({ userImageKey: UserImageKey, rating: HeadshotRating }),
    response: z.object({ userImageKey: UserImageKey, rating: HeadshotRating }),
    errors: ['headshot_not_found'],
  }),
  favourHeadshot: defineEndpoint({
    method: 'PUT',
    path: '/persons/bundle/favour_headshot',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary:
      'Makes a headshot the favourite of its bundle in place of another, or no longer; the last word counts',
    body: z.object({ userImageKey: UserImageKey, isFavourite: z.boolean() }),
    response: z.object({ userImageKey: UserImageKey, isFavourite: z.boolean() }),
    errors: ['headshot_not_found'],
  }),
}
