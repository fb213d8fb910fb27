import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { SELFIE_MAX_SIZE_BYTES } from './limits.ts'
import {
  NO_SELFIE_FILE,
  RegisteredUpload,
  Selfie,
  SelfieCoach,
  SignedMediaType,
  SignedSelfieUpload,
  TAKES_NO_SELFIE,
} from './selfies.ts'

/** issued -> opened -> finished | expired | revoked */
export const HandoffState = z.enum(['issued', 'opened', 'finished', 'expired', 'revoked'])
export type HandoffState = z.infer<typeof HandoffState>

/** States in which the phone can still send files. */
export const OPEN_HANDOFF_STATES: readonly HandoffState[] = ['issued', 'opened']

/**
 * 128 random bits, base64url: in the code that the phone scans, used once, and in the session that the phone gets for
 * it.
 */
export const HandoffToken = z.string().regex(/^[\w-]{22}$/)

/** The code shown on the computer. The token is not stored in plain text. */
export const Handoff = z
  .object({
    token: HandoffToken,
    path: z.string().meta({ description: "Of the page that takes uploads, below the site's locale" }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Handoff' })
export type Handoff = z.infer<typeof Handoff>

/** What the phone works with; its token goes raw into the Authorization header. */
export const HandoffSession = z
  .object({ sessionToken: HandoffToken, personName: z.string(), expiresAt: z.iso.datetime() })
  .meta({ id: 'HandoffSession' })
export type HandoffSession = z.infer<typeof HandoffSession>

/** The state of the computer's latest code. */
export const HandoffStatus = z
  .object({
    state: HandoffState,
    expiresAt: z.iso.datetime().meta({ description: 'Of the code, then of the session of the phone' }),
    sentCount: z.int().nonnegative().meta({ description: 'Selfies that came by it and are still there' }),
  })
  .meta({ id: 'HandoffStatus' })
export type HandoffStatus = z.infer<typeof HandoffStatus>

export const handoffEndpoints = {
  createHandoff: defineEndpoint({
    method: 'POST',
    path: '/persons/upload_images/handoff',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'A code by which a phone sends selfies of a person that has consented; codes not used yet end',
    query: z.object({ personid: z.uuid() }),
    response: Handoff,
    errors: TAKES_NO_SELFIE,
  }),
  getHandoff: defineEndpoint({
    method: 'GET',
    path: '/persons/upload_images/handoff',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary: 'How the latest code of a person stands: waiting, open on a phone, done',
    query: z.object({ personid: z.uuid() }),
    response: z.object({ handoff: HandoffStatus.nullable() }),
    errors: ['person_not_found'],
  }),
  openHandoff: defineEndpoint({
    method: 'POST',
    path: '/handoff/open',
    aliases: [],
    auth: 'public',
    rate: 'public',
    summary: 'Takes the token of a code, once, for a session that may send selfies of one person',
    body: z.object({ token: HandoffToken }),
    response: HandoffSession,
    errors: ['handoff_invalid', 'handoff_used', 'handoff_expired'],
  }),
  uploadByHandoff: defineEndpoint({
    method: 'POST',
    path: '/handoff/upload_images',
    aliases: [],
    auth: 'handoff',
    rate: 'upload',
    idempotent: true,
    summary: 'Adds one selfie to the person of the session',
    files: { field: 'file', maxCount: 1, maxSizeBytes: SELFIE_MAX_SIZE_BYTES },
    response: Selfie,
    errors: [...TAKES_NO_SELFIE, 'file_required', ...NO_SELFIE_FILE],
  }),
  presignByHandoff: defineEndpoint({
    method: 'POST',
    path: '/handoff/upload_images/presigned_url',
    aliases: [],
    auth: 'handoff',
    rate: 'upload',
    summary:
      'Lets the phone send one selfie straight to storage, bound in type and size, and register it after',
    query: z.object({ media_type: SignedMediaType }),
    response: SignedSelfieUpload,
    errors: TAKES_NO_SELFIE,
  }),
  registerByHandoff: defineEndpoint({
    method: 'POST',
    path: '/handoff/upload_images/register',
    aliases: [],
    auth: 'handoff',
    rate: 'upload',
    idempotent: true,
    summary: 'Makes a selfie of what the phone sent by a signed upload; a repeat answers the same one',
    body: RegisteredUpload,
    response: Selfie,
    errors: [...TAKES_NO_SELFIE, 'upload_not_found', ...NO_SELFIE_FILE],
  }),
  getHandoffImages: defineEndpoint({
    method: 'GET',
    path: '/handoff/upload_images',
    aliases: [],
    auth: 'handoff',
    rate: 'read',
    summary: 'The selfies that the session sent, with what the checks said, and which to take next',
    response: z.object({ selfies: z.array(Selfie), coach: SelfieCoach }),
    errors: ['person_not_found'],
  }),
  finishHandoff: defineEndpoint({
    method: 'POST',
    path: '/handoff/finish',
    aliases: [],
    auth: 'handoff',
    rate: 'write',
    summary: 'Ends the session of the phone: it has sent what it wanted to',
    response: z.object({ state: HandoffState }),
    errors: [],
  }),
}
