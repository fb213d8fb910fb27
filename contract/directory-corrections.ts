import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { CORRECTION_TEXT_MAX_LENGTH } from './limits.ts'
import { oneLine } from './one-line.ts'
import { withoutDirectionControls } from './text.ts'

/** The requested change of a listing. */
export const CorrectionRequest = z.enum(['correct', 'remove'])
export type CorrectionRequest = z.infer<typeof CorrectionRequest>

/**
 * A correction: requested -> open -> accepted | rejected. A removal: requested -> removed -> restored. Either expires
 * unless it is confirmed.
 */
export const CorrectionState = z.enum([
  'requested',
  'open',
  'accepted',
  'rejected',
  'removed',
  'restored',
  'expired',
])
export type CorrectionState = z.infer<typeof CorrectionState>

/** The secret part of the link that confirms: 128 random bits, base64url. */
export const CorrectionToken = z.string().regex(/^[\w-]{22}$/)

export const ListingId = z
  .string()
  .regex(/^(?:osm-(?:node|way|relation)-\d{1,15}|own-[\w-]{1,60}|sample-\d{1,6})$/)

/** The corrected fields of a listing; null removes a field. */
export const ListingCorrection = z
  .object({
    name: oneLine(200),
    street: oneLine(200).nullable(),
    houseNumber: oneLine(40).nullable(),
    postcode: oneLine(20).nullable(),
    locality: oneLine(200).nullable(),
    website: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .nullable(),
    phone: z
      .string()
      .regex(/^\+?[\d\s()./-]{5,40}$/)
      .nullable(),
    email: z.email().max(254).nullable(),
    openingHours: oneLine(255).nullable(),
  })
  .partial()
  .meta({ id: 'ListingCorrection' })
export type ListingCorrection = z.infer<typeof ListingCorrection>

export const CORRECTION_VALID_DAYS = 7

export const correctionEndpoints = {
  requestCorrection: defineEndpoint({
    method: 'POST',
    path: '/headshots_near_me/correction',
    aliases: [],
    auth: 'public',
    rate: 'form',
    localized: true,
    summary: 'Asks for a listing to be corrected or removed; what is asked counts once the mail is answered',
    body: z.object({
      listingId: ListingId,
      request: CorrectionRequest,
      email: z.email().max(254),
      message: z
        .string()
        .overwrite(withoutDirectionControls)
        .trim()
        .max(CORRECTION_TEXT_MAX_LENGTH)
        .default('')
        .meta({ description: 'Needed for a correction without `fields`' }),
      fields: ListingCorrection.default({}),
    }),
    response: z.object({ validUntil: z.iso.datetime() }),
    errors: ['listing_not_found'],
  }),
  confirmCorrection: defineEndpoint({
    method: 'POST',
    path: '/headshots_near_me/correction/confirm',
    aliases: [],
    auth: 'public',
    rate: 'form',
    summary:
      'Confirms by the link of the mail: a removal is done, a correction is looked at; a repeat is harmless',
    body: z.object({ token: CorrectionToken }),
    response: z.object({ request: CorrectionRequest, state: CorrectionState, listingName: z.string() }),
    errors: ['correction_not_found'],
  }),
}
