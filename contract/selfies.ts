import { z } from 'zod'

/** received -> checking -> accepted | rejected(reasons) */
export const SelfieState = z.enum(['received', 'checking', 'accepted', 'rejected'])
export type SelfieState = z.infer<typeof SelfieState>

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
  'eyes_closed',
  'face_turned',
  'face_covered',
  'black_and_white',
  'duplicate',
  'near_duplicate',
  'other_person',
])
export type RejectReason = z.infer<typeof RejectReason>

/** An uploaded image of a person, as its owner sees it. */
export const Selfie = z
  .object({
    id: z.uuid(),
    fileName: z.string().meta({ description: 'As uploaded; shown, never used as a path' }),
    state: SelfieState,
    reasons: z.array(RejectReason).meta({ description: 'Empty unless rejected' }),
    thumbnailUrl: z
      .url()
      .nullable()
      .meta({ description: 'Signed, short-lived; null until the image was read' }),
    receivedAt: z.iso.datetime(),
  })
  .meta({ id: 'Selfie' })
export type Selfie = z.infer<typeof Selfie>
