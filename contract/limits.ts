/** Limits both sides of the product know; the backend alone decides. */
export const SELFIE_MIN_ACCEPTED = 4
export const SELFIE_MAX_ACCEPTED = 20
export const SELFIE_ADVISED = { min: 8, max: 12 } as const
/** Uploads a person may hold in all, rejected ones included, so that a careless script cannot make endless checks. */
export const SELFIE_MAX_UPLOADED = 60
export const SELFIE_MAX_SIZE_BYTES = 20 * 1024 * 1024
/** What the selfies of an account may take in storage: some forty people's. Without it a free account had 60 GB. */
export const SELFIE_BYTES_PER_USER = 2 * 1024 ** 3
export const SELFIE_MAX_PIXELS = 2 ** 26
/** Types offered by file pickers; the file's bytes decide, not its name. */
export const SELFIE_MEDIA_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'image/heif',
] as const
export const FILES_PER_REQUEST = 20
/** Of an upload's file name; longer ones are cut at the front. */
export const FILE_NAME_MAX_LENGTH = 500
/** Largest JSON body; longer ones are refused unread. */
export const JSON_MAX_BYTES = 64 * 1024
/** Largest body of a vendor's webhook. */
export const HOOK_MAX_BYTES = 512 * 1024

/**
 * How often a person's training is repeated with better selfies, without a price beyond that of the bundle that
 * starts it.
 */
export const RETRAININGS_INCLUDED = 1

/** At most: the promise before payment is the number that the good selfies give. */
export const HEADSHOTS_PER_BUNDLE = 12
/** How often a paid bundle is rendered again from better selfies, free, within the guarantee. */
export const REPAIRS_PER_BUNDLE = 1
export const FREE_REROLLS_PER_BUNDLE = 3
export const FLAW_TEXT_MAX_LENGTH = 1000
export const PERSON_NAME_MAX_LENGTH = 80
export const PERSONS_PER_USER = 50
/** How long after a sign-in what cannot be undone may be asked for. */
export const RECENT_SIGN_IN_MINUTES = 15
/** Headshots of one person that are published at once. */
export const IMAGE_SHARES_PER_PERSON = 50
export const RECIPIENTS_PER_SHARE = 200
/** Pairs one recipient may vote on. */
export const VOTES_PER_RECIPIENT = 300
export const FEEDBACK_TEXT_MAX_LENGTH = 2000

/** Delivery promise, from purchase to the last headshot of a person's first bundle. */
export const DELIVERY_PROMISE_HOURS = 2
/** Of fewer orders a share says nothing: the status page tells their count instead. */
export const STATUS_SHARE_MIN_ORDERS = 20
/** Selfies and model are kept this long after the last use. */
export const SELFIES_KEPT_DAYS = 30
/** The owner is warned this long before they are deleted. */
export const SELFIES_WARNED_DAYS = 3
/** From the payment on, a bundle is given back at one click. */
export const GUARANTEE_DAYS = 14
/** By the law of the European Union, from the payment on. */
export const WITHDRAWAL_DAYS = 14

/** A visitor's message about a wrong listing. */
export const CORRECTION_TEXT_MAX_LENGTH = 2_000
