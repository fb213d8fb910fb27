import { isNotNull, sql } from 'drizzle-orm'
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { HandoffState, OPEN_HANDOFF_STATES } from '#contract/phone-upload.ts'
import { Gender, PersonState } from '#contract/persons.ts'
import { PreviewState } from '#contract/previews.ts'
import { StyleId } from '#contract/styles.ts'
import {
  RejectReason,
  SelfieChoice,
  SelfieState,
  SelfieWarning,
  UNCHECKED_SELFIE_STATES,
} from '#contract/selfies.ts'
import { createdAt, instant, isAnyOf, knownValues, oneOf, updatedAt } from '../columns.ts'
import { users } from './users.ts'

export const persons = pgTable(
  'persons',
  {
    id: uuid('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    gender: oneOf('gender', Gender).notNull(),
    state: oneOf('state', PersonState).notNull(),
    /** Consent to biometric processing: which text, and when. */
    consentVersion: text('consent_version'),
    consentedAt: instant('consented_at'),
    /** The caller's idempotency key of the creating call; a repeat finds the person by it. */
    creationKey: text('creation_key'),
    /**
     * Traits that the accepted selfies show and lack, as of the last check; null before the first. Parse it when
     * read.
     */
    coach: jsonb('coach'),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    index('persons_of_user').on(t.uid, t.createdAt.desc()),
    unique('person_created_once').on(t.uid, t.creationKey),
  ],
)

/** Codes by which a phone sends selfies of a person, and the sessions they open; tokens as hashes alone. */
export const handoffs = pgTable(
  'handoffs',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the code, lower-case hex. */
    tokenHash: text('token_hash').notNull().unique(),
    /** Hash of the session's token; set when the code was used. */
    sessionHash: text('session_hash').unique(),
    state: oneOf('state', HandoffState).notNull(),
    /** The end of the code, then of the session. */
    expiresAt: instant('expires_at').notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    index('handoffs_of_person').on(t.personId),
    index('handoffs_open').on(t.expiresAt).where(isAnyOf(t.state, OPEN_HANDOFF_STATES)),
  ],
)

export const selfies = pgTable(
  'selfies',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    /** The uploaded file's name; shown, never used as a path. */
    fileName: text('file_name').notNull(),
    state: oneOf('state', SelfieState).notNull(),
    reasons: oneOf('reasons', RejectReason)
      .array()
      .notNull()
      .default(sql`'{}'`),
    warnings: oneOf('warnings', SelfieWarning)
      .array()
      .notNull()
      .default(sql`'{}'`),
    choice: oneOf('choice', SelfieChoice).notNull().default('none'),
    /** Storage key of the original until the check, of the cleaned image after it; null when unreadable. */
    imageKey: text('image_key'),
    thumbnailKey: text('thumbnail_key'),
    /** Bytes in storage: of the upload until the check, then of what the check left of it. */
    sizeBytes: integer('size_bytes').notNull(),
    /** The eye's measurements, in its own encoding; null until checked. */
    reading: text('reading'),
    /** Position in the order of arrival; files of one request keep their order. */
    ordinal: integer('ordinal').notNull(),
    /** The caller's idempotency key of the upload; a repeat finds the selfie by it. */
    uploadKey: text('upload_key'),
    /** The phone's session that sent it. */
    handoffId: uuid('handoff_id').references(() => handoffs.id, { onDelete: 'set null' }),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    unique('selfie_ordinal').on(t.personId, t.ordinal),
    uniqueIndex('selfies_by_image_key').on(t.imageKey),
    uniqueIndex('selfies_by_thumbnail_key').on(t.thumbnailKey),
    index('selfies_of_handoff').on(t.handoffId),
    unique('selfie_uploaded_once').on(t.personId, t.uploadKey),
    index('selfies_unchecked').on(t.createdAt).where(isAnyOf(t.state, UNCHECKED_SELFIE_STATES)),
  ],
)

/**
 * Uploads that a browser may send straight to storage, until they are registered: each counts as the largest it can be.
 * After an hour the row goes, with the file that may have come.
 */
export const uploadGrants = pgTable(
  'upload_grants',
  {
    objectKey: text('object_key').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    createdAt,
  },
  (t) => [index('upload_grants_of_person').on(t.personId), index('upload_grants_by_age').on(t.createdAt)],
)

/** The free preview of a person: one, made from the best of its selfies. */
export const previews = pgTable(
  'previews',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => persons.id, { onDelete: 'cascade' }),
    state: oneOf('state', PreviewState).notNull(),
    /** The selfie the preview is to be made from, and the engine's quality of it. */
    selfieId: uuid('selfie_id')
      .notNull()
      .references(() => selfies.id, { onDelete: 'cascade' }),
    quality: real('quality').notNull(),
    wantedAt: instant('wanted_at').notNull(),
    /** The preview shown now; may come from an earlier selfie. All set or all null. */
    shownSelfieId: uuid('shown_selfie_id'),
    imageKey: text('image_key'),
    width: integer('width'),
    height: integer('height'),
    sha256: text('sha256'),
    /** Since when the shown picture's samples of the styles are wanted; null when they are there, or given up. */
    samplesWantedAt: instant('samples_wanted_at'),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.personId),
    index('previews_without_samples').on(t.samplesWantedAt).where(isNotNull(t.samplesWantedAt)),
    index('previews_open')
      .on(t.wantedAt)
      .where(isAnyOf(t.state, ['making'])),
    index('previews_by_selfie').on(t.selfieId),
    index('previews_by_hash').on(t.sha256),
    uniqueIndex('previews_by_image_key').on(t.imageKey),
  ],
)

/** The person of a preview in each style, small and marked: all of one selfie. */
export const styleSamples = pgTable(
  'style_samples',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => previews.personId, { onDelete: 'cascade' }),
    styleId: oneOf('style_id', StyleId).notNull(),
    imageKey: text('image_key').notNull(),
    sha256: text('sha256').notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.personId),
    primaryKey({ columns: [t.personId, t.styleId] }),
    uniqueIndex('style_samples_by_image_key').on(t.imageKey),
  ],
)
