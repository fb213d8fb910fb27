import { relations, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { BundleState, GateReason, HeadshotRating, OPEN_BUNDLE_STATES } from '#contract/bundles.ts'
import { Currency } from '#contract/money.ts'
import { OPEN_PAYMENT_STATES, PaymentProvider, PaymentState } from '#contract/payments.ts'
import { Gender, PersonState } from '#contract/persons.ts'
import { PreviewState } from '#contract/previews.ts'
import { RejectReason, SelfieState, UNCHECKED_SELFIE_STATES } from '#contract/selfies.ts'
import { ShareState } from '#contract/sharing.ts'
import { StyleId } from '#contract/styles.ts'
import { OPEN_TRAINING_STATES, TrainingFailure, TrainingStage, TrainingState } from '#contract/training.ts'
import { isAnyOf, isAtLeast, knownValues, oneOf } from './columns.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
const createdAt = instant('created_at').notNull().defaultNow()
const updatedAt = instant('updated_at')
  .notNull()
  .defaultNow()
  .$onUpdate(() => new Date())

/** Who signed in at least once and owns something. `uid` is the identity provider's. */
export const users = pgTable('users', {
  uid: text('uid').primaryKey(),
  createdAt,
})

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
    /** The caller's name for the call that made it; a repeat of that call finds it here. */
    creationKey: text('creation_key'),
    /** What the accepted selfies show and lack, as of the last check; null before the first. Parse it when read. */
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

export const selfies = pgTable(
  'selfies',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    /** As uploaded; shown, never used as a path. */
    fileName: text('file_name').notNull(),
    state: oneOf('state', SelfieState).notNull(),
    reasons: oneOf('reasons', RejectReason)
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Storage key of the bytes as they came until the check, of the cleaned image after it; null when unreadable. */
    imageKey: text('image_key'),
    thumbnailKey: text('thumbnail_key'),
    sizeBytes: integer('size_bytes').notNull(),
    /** What the eye measured, in its own encoding; null until checked. */
    reading: text('reading'),
    /** Position in the order of arrival; files of one request keep their order. */
    ordinal: integer('ordinal').notNull(),
    /** The caller's name for the call that brought it; a repeat of that call finds it here. */
    uploadKey: text('upload_key'),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    unique('selfie_ordinal').on(t.personId, t.ordinal),
    uniqueIndex('selfies_by_image_key').on(t.imageKey),
    uniqueIndex('selfies_by_thumbnail_key').on(t.thumbnailKey),
    unique('selfie_uploaded_once').on(t.personId, t.uploadKey),
    index('selfies_unchecked').on(t.createdAt).where(isAnyOf(t.state, UNCHECKED_SELFIE_STATES)),
  ],
)

/** The free preview of a person: one, made from the best of its selfies. */
export const previews = pgTable(
  'previews',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => persons.id, { onDelete: 'cascade' }),
    state: oneOf('state', PreviewState).notNull(),
    /** The selfie it is to be made from, and how good a picture the engine found it. */
    selfieId: uuid('selfie_id')
      .notNull()
      .references(() => selfies.id, { onDelete: 'cascade' }),
    quality: real('quality').notNull(),
    wantedAt: instant('wanted_at').notNull(),
    /** What is shown now; may be of an earlier selfie. All set or all null. */
    shownSelfieId: uuid('shown_selfie_id'),
    imageKey: text('image_key'),
    width: integer('width'),
    height: integer('height'),
    sha256: text('sha256'),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.personId),
    index('previews_open')
      .on(t.wantedAt)
      .where(isAnyOf(t.state, ['making'])),
    index('previews_by_selfie').on(t.selfieId),
    index('previews_by_hash').on(t.sha256),
    uniqueIndex('previews_by_image_key').on(t.imageKey),
  ],
)

export const trainings = pgTable(
  'trainings',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    state: oneOf('state', TrainingState).notNull(),
    stage: oneOf('stage', TrainingStage),
    /** Percent of the whole training. */
    progress: integer('progress').notNull().default(0),
    failure: oneOf('failure', TrainingFailure),
    /** The engine's job under way; stored before it is waited on. */
    engineJobId: text('engine_job_id'),
    /** Where the model is, as a file of ours or as a version at the vendor's: one of them, set with `succeeded`. */
    modelKey: text('model_key'),
    modelVersion: text('model_version'),
    deadlineAt: instant('deadline_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    index('trainings_of_person').on(t.personId, t.createdAt.desc()),
    uniqueIndex('trainings_by_model_key').on(t.modelKey),
    index('trainings_open').on(t.deadlineAt).where(isAnyOf(t.state, OPEN_TRAINING_STATES)),
  ],
)

export const bundles = pgTable(
  'bundles',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    styleId: oneOf('style_id', StyleId).notNull(),
    state: oneOf('state', BundleState).notNull(),
    /** Headshots that passed the gate so far; counted in the transaction that stores each. */
    generatedCount: integer('generated_count').notNull().default(0),
    totalCount: integer('total_count').notNull(),
    /** The engine's shots in order, in its own encoding; fixed by the first run so that a restart continues it. */
    plan: jsonb('plan').$type<unknown[]>(),
    deadlineAt: instant('deadline_at').notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    uniqueIndex('bundle_once')
      .on(t.personId, t.styleId)
      .where(sql`${t.state} <> 'refunded'`),
    index('bundles_of_person').on(t.personId, t.createdAt.desc()),
    index('bundles_open').on(t.deadlineAt).where(isAnyOf(t.state, OPEN_BUNDLE_STATES)),
  ],
)

export const headshots = pgTable(
  'headshots',
  {
    /** Public handle: 128 random bits, base64url. */
    userImageKey: text('user_image_key').primaryKey(),
    bundleId: uuid('bundle_id')
      .notNull()
      .references(() => bundles.id, { onDelete: 'cascade' }),
    /** Which shot of the plan this is. */
    shotIndex: integer('shot_index').notNull(),
    imageKey: text('image_key').notNull(),
    thumbnailKey: text('thumbnail_key').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** Of the finished file, lower-case hex: answers whether a file is one of ours. */
    sha256: text('sha256').notNull(),
    /** Similarity to the person's selfies, 0..1. */
    likeness: real('likeness').notNull(),
    passed: boolean('passed').notNull(),
    reasons: oneOf('reasons', GateReason)
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** What its owner thinks of it. */
    rating: oneOf('rating', HeadshotRating).notNull().default('none'),
    /** The eye's, by which copies within a bundle are told; empty without a face. */
    fingerprint: text('fingerprint').notNull(),
    /** How much a photographer would like it, 0..1 in the eye's steps. */
    appeal: real('appeal').notNull(),
    /** The engine's: pictures of one source look alike. */
    sourceKey: text('source_key').notNull(),
    createdAt,
  },
  (t) => [
    ...knownValues(t.userImageKey),
    unique('headshot_of_shot').on(t.bundleId, t.shotIndex),
    index('headshots_best_first').on(t.bundleId, t.passed.desc(), t.appeal.desc(), t.likeness.desc()),
    index('headshots_by_hash').on(t.sha256),
    uniqueIndex('headshots_by_image_key').on(t.imageKey),
    uniqueIndex('headshots_by_thumbnail_key').on(t.thumbnailKey),
  ],
)

/** Links by which others see a person; the token in a link is kept as its hash alone. */
export const shares = pgTable(
  'shares',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, lower-case hex. */
    tokenHash: text('token_hash').notNull().unique(),
    state: oneOf('state', ShareState).notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    index('shares_of_person').on(t.personId, t.createdAt.desc()),
    index('shares_active')
      .on(t.expiresAt)
      .where(isAnyOf(t.state, ['active'])),
  ],
)

/** Renders under way at the engine: stored before they are waited on, gone with the headshot that came of them. */
export const renders = pgTable(
  'renders',
  {
    bundleId: uuid('bundle_id')
      .notNull()
      .references(() => bundles.id, { onDelete: 'cascade' }),
    shotIndex: integer('shot_index').notNull(),
    engineJobId: text('engine_job_id').notNull(),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.bundleId, t.shotIndex] })],
)

/** A purchase of one style. Outlives person and user without naming them: the law wants receipts kept. */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    uid: text('uid').references(() => users.uid, { onDelete: 'set null' }),
    personId: uuid('person_id').references(() => persons.id, { onDelete: 'set null' }),
    styleId: oneOf('style_id', StyleId).notNull(),
    includesTraining: boolean('includes_training').notNull(),
    /** What was bought; set with `fulfilledAt`. */
    bundleId: uuid('bundle_id').references(() => bundles.id, { onDelete: 'set null' }),
    state: oneOf('state', PaymentState).notNull(),
    provider: oneOf('provider', PaymentProvider).notNull(),
    /** The provider's own id of it; null until the provider was asked. */
    providerReference: text('provider_reference'),
    amountMinor: integer('amount_minor').notNull(),
    regularAmountMinor: integer('regular_amount_minor').notNull(),
    /** What the customer is to have back in all, and has so far. */
    refundDueAmountMinor: integer('refund_due_amount_minor').notNull().default(0),
    refundedAmountMinor: integer('refunded_amount_minor').notNull().default(0),
    currency: oneOf('currency', Currency).notNull(),
    /** When a session that nobody paid ends. */
    expiresAt: instant('expires_at').notNull(),
    paidAt: instant('paid_at'),
    /** When what was paid for was handed over, or the money sent back because it could not be. */
    fulfilledAt: instant('fulfilled_at'),
    /** When the last of what was due was given back. */
    refundedAt: instant('refunded_at'),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    isAtLeast(t.amountMinor, 0),
    check('payments_regular_amount', sql`${t.regularAmountMinor} >= ${t.amountMinor}`),
    check(
      'payments_refund',
      sql`0 <= ${t.refundedAmountMinor} and ${t.refundedAmountMinor} <= ${t.refundDueAmountMinor} and ${t.refundDueAmountMinor} <= ${t.amountMinor}`,
    ),
    unique('payment_of_provider').on(t.provider, t.providerReference),
    uniqueIndex('payment_open_once').on(t.personId, t.styleId).where(isAnyOf(t.state, OPEN_PAYMENT_STATES)),
    index('payments_of_user').on(t.uid, t.createdAt.desc()),
    index('payments_of_person').on(t.personId),
    index('payments_of_bundle').on(t.bundleId),
    index('payments_open').on(t.expiresAt).where(isAnyOf(t.state, OPEN_PAYMENT_STATES)),
    index('payments_refunding')
      .on(t.createdAt)
      .where(isAnyOf(t.state, ['refunding'])),
  ],
)

/** How far the work went that goes through something larger than one run: the last key done, empty at the start. */
export const cursors = pgTable('cursors', {
  name: text('name').primaryKey(),
  position: text('position').notNull(),
  updatedAt,
})

/** What belongs to what, for queries that read a person with everything of theirs. */
export const personRelations = relations(persons, ({ many }) => ({
  selfies: many(selfies),
  previews: many(previews),
  trainings: many(trainings),
  bundles: many(bundles),
}))
export const selfieRelations = relations(selfies, ({ one }) => ({
  person: one(persons, { fields: [selfies.personId], references: [persons.id] }),
}))
export const previewRelations = relations(previews, ({ one }) => ({
  person: one(persons, { fields: [previews.personId], references: [persons.id] }),
}))
export const trainingRelations = relations(trainings, ({ one }) => ({
  person: one(persons, { fields: [trainings.personId], references: [persons.id] }),
}))
export const bundleRelations = relations(bundles, ({ one, many }) => ({
  person: one(persons, { fields: [bundles.personId], references: [persons.id] }),
  headshots: many(headshots),
}))
export const headshotRelations = relations(headshots, ({ one }) => ({
  bundle: one(bundles, { fields: [headshots.bundleId], references: [bundles.id] }),
}))
