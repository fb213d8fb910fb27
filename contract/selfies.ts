import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { FILE_NAME_MAX_LENGTH, SELFIE_MEDIA_TYPES } from './limits.ts'

/** received -> checking -> accepted | rejected(reasons) */
export const SelfieState = z.enum(['received', 'checking', 'accepted', 'rejected'])
export type SelfieState = z.infer<typeof SelfieState>

/** Waiting for the verdict of a check. */
export const UNCHECKED_SELFIE_STATES: readonly SelfieState[] = ['received', 'checking']

/** Why a selfie cannot be used; each has a sentence and a hint in `messages/`. */
export const RejectReason = z.enum([
  'unreadable',
  'unsupported_format',
  'file_too_large',
  'too_many_pixels',
  'too_small',
  'no_face',
  'several_faces',
  'face_cut_off',
  'face_too_small',
  'blurred',
  'noisy',
  'too_dark',
  'too_bright',
  'side_light',
  'shoulders_cut',
  'hair_cut',
  'squeezed',
  'eyes_closed',
  'face_turned',
  'face_covered',
  'grimace',
  'black_and_white',
  'duplicate',
  'near_duplicate',
  'other_person',
  'several_people',
  'nudity',
])
export type RejectReason = z.infer<typeof RejectReason>

/** Hints for a better next picture; the selfie is used all the same. Each has a sentence in `messages/`. */
export const SelfieWarning = z.enum([
  'second_face',
  'small_face',
  'soft',
  'grainy',
  'dim',
  'overexposed',
  'uneven_light',
  'side_light',
  'tight_crop',
  'turned',
  'tilted',
  'squinting',
  'mouth_open',
  'displeased',
  'looking_away',
])
export type SelfieWarning = z.infer<typeof SelfieWarning>

/** The owner's choice for a good selfie: as the studio chooses, portraits of this one first, or none of it. */
export const SelfieChoice = z.enum(['none', 'preferred', 'left_out'])
export type SelfieChoice = z.infer<typeof SelfieChoice>

/** The object key of a signed upload, as it was issued. */
export const SelfieObjectKey = z
  .string()
  .regex(/^persons\/[0-9a-f-]{36}\/selfies\/[0-9a-f-]{36}\/original-[0-9a-f]{24}$/)

/** An uploaded image of a person, as its owner sees it. */
export const Selfie = z
  .object({
    id: z.uuid(),
    fileName: z.string().meta({ description: 'As uploaded; shown, never used as a path' }),
    state: SelfieState,
    reasons: z.array(RejectReason).meta({ description: 'Empty unless rejected' }),
    warnings: z
      .array(SelfieWarning)
      .meta({ description: 'What speaks against using it first, gravest first; empty unless accepted' }),
    choice: SelfieChoice.meta({
      description: 'What its owner wants with it; one that is left out counts for nothing while it is',
    }),
    thumbnailUrl: z
      .url()
      .nullable()
      .meta({ description: 'Signed, short-lived; null until the image was read' }),
    receivedAt: z.iso.datetime(),
    uploadKey: z
      .string()
      .nullable()
      .meta({ description: 'The idempotency key of its upload, by which the uploading page recognizes it' }),
  })
  .meta({ id: 'Selfie' })
export type Selfie = z.infer<typeof Selfie>

/** Whether headshots may be made from a selfie: good, and not left out by its owner. */
export function isInUse({ state, choice }: { state: string; choice: SelfieChoice }): boolean {
  return state === 'accepted' && choice !== 'left_out'
}

/** How a browser sends one image straight to storage; afterwards it registers the image under its key. */
export const SignedSelfieUpload = z
  .object({
    objectKey: SelfieObjectKey,
    url: z.url(),
    method: z.enum(['POST', 'PUT']).meta({
      description: 'POST: a form with `fields` first and the file last, named `file`. PUT: the file itself',
    }),
    fields: z.record(z.string(), z.string()),
    headers: z.record(z.string(), z.string()),
    maxBytes: z.int().positive(),
    isDirect: z.boolean().meta({
      description:
        'Whether the bytes reach storage without passing through us; otherwise `uploadImages` serves as well',
    }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'SignedSelfieUpload' })
export type SignedSelfieUpload = z.infer<typeof SignedSelfieUpload>

/** The type for which an upload is signed. */
export const SignedMediaType = z.enum(SELFIE_MEDIA_TYPES).default('image/jpeg')

/** Refusals of every upload call for a person who takes no further selfie. */
export const TAKES_NO_SELFIE = [
  'person_not_found',
  'person_busy',
  'person_trained',
  'consent_required',
  'selfie_limit_reached',
  'storage_limit_reached',
] as const satisfies readonly ErrorCode[]

/** Refusals of a file that is no selfie. */
export const NO_SELFIE_FILE = ['file_unsupported', 'file_too_large'] as const satisfies readonly ErrorCode[]

/** The client's facts about a file it sent to storage. */
export const RegisteredUpload = z.object({
  objectKey: SelfieObjectKey,
  fileName: z.string().max(FILE_NAME_MAX_LENGTH).optional(),
})

/** Where the head points; left and right are the person's own. */
export const Pose = z.enum(['left', 'front', 'right'])
export type Pose = z.infer<typeof Pose>

/** How many accepted selfies share the same pose, light and expression. */
export const CoverageCell = z
  .object({
    pose: Pose,
    light: z.enum(['even', 'left', 'right']).meta({ description: 'The side it comes from' }),
    level: z.enum(['bright', 'dim']),
    expression: z.enum(['neutral', 'smile']),
    count: z.int().positive(),
  })
  .meta({ id: 'CoverageCell' })
export type CoverageCell = z.infer<typeof CoverageCell>

/** What the coach can ask for; each has a sentence in `messages/`. */
export const AdviceCode = z.enum([
  'face_window',
  'come_closer',
  'step_back',
  'hold_steady',
  'interview_clothes',
  'turn_left',
  'turn_other_way',
  'smile',
  'neutral',
  'side_light',
  'change_scene',
])
export type AdviceCode = z.infer<typeof AdviceCode>

/** What the accepted selfies of a person show so far, and which picture would help most next. */
export const SelfieCoach = z
  .object({
    missingCount: z.int().nonnegative().meta({ description: 'Good selfies until a style can be chosen' }),
    advisedCount: z.int().nonnegative().meta({ description: 'Good selfies until the advised number' }),
    advice: z
      .array(z.object({ code: AdviceCode, pose: Pose.nullable() }))
      .meta({ description: 'Most helpful first' }),
    coverage: z.array(CoverageCell).meta({ description: 'Cells that hold a selfie' }),
  })
  .meta({ id: 'SelfieCoach' })
export type SelfieCoach = z.infer<typeof SelfieCoach>
