import { z } from 'zod'
import { BundleRepair, BundleState, BundleSummary } from './bundles.ts'
import { ConsentVersion } from './consent.ts'
import { defineEndpoint } from './endpoint.ts'
import { ErrorCode } from './errors.ts'
import { FILES_PER_REQUEST, PERSON_NAME_MAX_LENGTH, SELFIE_MAX_SIZE_BYTES } from './limits.ts'
import { oneLine } from './one-line.ts'
import { Preview } from './previews.ts'
import {
  NO_SELFIE_FILE,
  RegisteredUpload,
  Selfie,
  SelfieChoice,
  SelfieCoach,
  SignedMediaType,
  SignedSelfieUpload,
  TAKES_NO_SELFIE,
} from './selfies.ts'
import { Training } from './training.ts'

/**
 * draft -> uploading -> ready -> training -> trained
 * failed; failed -> training on retry, trained -> training on retraining
 */
export const PersonState = z.enum(['draft', 'uploading', 'ready', 'training', 'trained', 'failed'])
export type PersonState = z.infer<typeof PersonState>

/** In which another selfie can be taken; of a trained person only while `takesSelfies` says so. */
export const SELFIE_TAKING_PERSON_STATES: readonly PersonState[] = [
  'draft',
  'uploading',
  'ready',
  'trained',
  'failed',
]

export const Gender = z.enum(['female', 'male', 'diverse'])
export type Gender = z.infer<typeof Gender>

/** One line of visible text; characters that only change the text's direction are removed. */
export const PersonName = oneLine(PERSON_NAME_MAX_LENGTH)

export const Person = z
  .object({
    id: z.uuid(),
    name: z.string(),
    gender: Gender,
    state: PersonState,
    consent: z
      .object({
        version: z.string(),
        isCurrent: z.boolean().meta({
          description:
            'Covers the wording shown now and every company that selfies are sent to: selfies are taken',
        }),
        givenAt: z.iso.datetime(),
      })
      .nullable()
      .meta({
        description:
          'To biometric processing, of a person who is of age; null where it was not given, or taken back',
      }),
    acceptedSelfieCount: z.int().nonnegative().meta({
      description: 'Good selfies in use: those that the owner left out do not count',
    }),
    takesSelfies: z.boolean().meta({
      description:
        'Not while a training runs, nor once the included new training was used and nothing can be made anew',
    }),
    isRenewalUsed: z.boolean().meta({
      description: 'The included new training was: better selfies serve bundles that are made anew alone',
    }),
    newSelfieCount: z.int().nonnegative().meta({
      description:
        'Good selfies that the model of a trained person has not learned from: with any, the next bundle has it trained anew, at no further price',
    }),
    coverUrl: z.url().nullable().meta({ description: 'Signed thumbnail: the best headshot, else a selfie' }),
    preview: Preview.nullable().meta({ description: 'Null until a selfie was accepted' }),
    training: Training.nullable(),
    bundles: z.array(BundleSummary),
    deletesAt: z.iso.datetime().nullable().meta({
      description: 'When selfies and model go unless they are used before; null where there are none',
    }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Person' })
export type Person = z.infer<typeof Person>

/** A refused file, identified by its file name. */
export const RefusedFile = z.object({ fileName: z.string(), code: ErrorCode }).meta({ id: 'RefusedFile' })
export type RefusedFile = z.infer<typeof RefusedFile>

const personQuery = z.object({ personid: z.uuid() })

export const personEndpoints = {
  createPerson: defineEndpoint({
    method: 'POST',
    path: '/persons/create_new',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    idempotent: true,
    localized: true,
    summary: 'Creates a person without images',
    body: z.object({ gender: Gender, name: PersonName, consentVersion: ConsentVersion.optional() }),
    response: Person,
    errors: ['consent_required', 'person_limit_reached'],
  }),
  renamePerson: defineEndpoint({
    method: 'POST',
    path: '/persons/rename',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Gives a person another name',
    query: personQuery,
    body: z.object({ name: PersonName }),
    response: Person,
    errors: ['person_not_found'],
  }),
  grantConsent: defineEndpoint({
    method: 'POST',
    path: '/persons/give_consent',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary:
      'Records the consent for a person that has none in the wording shown now; a repeat changes nothing',
    query: personQuery,
    body: z.object({ consentVersion: ConsentVersion }),
    response: Person,
    errors: ['person_not_found', 'consent_required'],
  }),
  createPersonAndUpload: defineEndpoint({
    method: 'POST',
    path: '/persons/create_and_upload',
    aliases: [],
    auth: 'verified',
    rate: 'upload',
    idempotent: true,
    localized: true,
    summary: 'Creates a person and takes selfies; files that cannot be images are refused by name',
    query: z.object({ gender: Gender, name: PersonName, consent_version: ConsentVersion }),
    files: { field: 'files', maxCount: FILES_PER_REQUEST, maxSizeBytes: SELFIE_MAX_SIZE_BYTES },
    response: z.object({ person: Person, selfies: z.array(Selfie), refusedFiles: z.array(RefusedFile) }),
    errors: [
      ...(['consent_required', 'person_limit_reached', 'storage_limit_reached'] as const),
      ...(['file_required', 'too_many_files'] as const),
      ...NO_SELFIE_FILE,
    ],
  }),
  uploadImages: defineEndpoint({
    method: 'POST',
    path: '/persons/upload_images',
    aliases: [],
    auth: 'verified',
    rate: 'upload',
    idempotent: true,
    summary: 'Adds one selfie to a person that has consented, or consents with it',
    query: personQuery.extend({ consent_version: ConsentVersion.optional() }),
    files: { field: 'file', maxCount: 1, maxSizeBytes: SELFIE_MAX_SIZE_BYTES },
    response: Selfie,
    errors: [...TAKES_NO_SELFIE, 'file_required', ...NO_SELFIE_FILE],
  }),
  presignUpload: defineEndpoint({
    method: 'POST',
    path: '/persons/upload_images/presigned_url',
    aliases: [],
    auth: 'verified',
    rate: 'upload',
    summary:
      'Lets the caller send one selfie straight to storage, bound in type and size, and register it after',
    query: personQuery.extend({
      media_type: SignedMediaType,
      consent_version: ConsentVersion.optional(),
    }),
    response: SignedSelfieUpload,
    errors: TAKES_NO_SELFIE,
  }),
  registerUpload: defineEndpoint({
    method: 'POST',
    path: '/persons/upload_images/register',
    aliases: [],
    auth: 'verified',
    rate: 'upload',
    idempotent: true,
    summary: 'Makes a selfie of what was sent by a signed upload; a repeat answers the same one',
    query: personQuery,
    body: RegisteredUpload,
    response: Selfie,
    errors: [...TAKES_NO_SELFIE, 'upload_not_found', ...NO_SELFIE_FILE],
  }),
  chooseSelfie: defineEndpoint({
    method: 'PUT',
    path: '/persons/choose_upload_image',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary:
      'Prefers a good selfie, leaves it out, or neither; what is made from now on follows. The last word counts',
    query: personQuery.extend({ selfieid: z.uuid() }),
    body: z.object({ choice: SelfieChoice }),
    response: Selfie,
    errors: ['person_not_found', 'selfie_not_found', 'selfie_refused', 'selfies_needed', 'person_busy'],
  }),
  removeSelfie: defineEndpoint({
    method: 'POST',
    path: '/persons/remove_upload_image',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Takes a selfie away, refused or not, with its files; the rest is judged anew',
    query: personQuery.extend({ selfieid: z.uuid() }),
    response: z.object({ selfieId: z.uuid() }),
    errors: ['person_not_found', 'selfie_not_found', 'person_busy'],
  }),
  getPersons: defineEndpoint({
    method: 'GET',
    path: '/persons/get_all',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary: 'All persons of the user, newest first',
    response: z.object({ persons: z.array(Person) }),
    errors: [],
  }),
  getPerson: defineEndpoint({
    method: 'GET',
    path: '/persons/get_one',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary: 'One person',
    query: personQuery,
    response: Person,
    errors: ['person_not_found'],
  }),
  getUploadImages: defineEndpoint({
    method: 'GET',
    path: '/persons/get_all_upload_images',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary:
      'The selfies of a person with what the checks said, in the order they came, and which to take next',
    query: personQuery,
    response: z.object({ selfies: z.array(Selfie), coach: SelfieCoach }),
    errors: ['person_not_found'],
  }),
  getTrainingStatus: defineEndpoint({
    method: 'GET',
    path: '/persons/training_status',
    aliases: ['/persons/training/status'],
    auth: 'verified',
    rate: 'read',
    summary: 'Live progress of a person: its training and the bundles under way',
    query: personQuery,
    response: z.object({
      personState: PersonState,
      training: Training.nullable(),
      bundles: z.array(
        z.object({
          id: z.uuid(),
          state: BundleState,
          generatedCount: z.int().nonnegative(),
          totalCount: z.int().positive(),
          repair: BundleRepair.nullable(),
        }),
      ),
    }),
    errors: ['person_not_found'],
  }),
}
