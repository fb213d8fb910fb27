import { sql } from 'drizzle-orm'
import {
  boolean,
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
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import {
  BundleState,
  GateReason,
  HeadshotRating,
  OPEN_BUNDLE_STATES,
  RepairFailure,
} from '#contract/bundles.ts'
import type { Cares } from '#contract/cares.ts'
import type { MeasuredFraming } from '#contract/headshot-files.ts'
import type { LookChoices } from '#contract/looks.ts'
import { StyleId } from '#contract/styles.ts'
import { createdAt, instant, isAnyOf, knownValues, oneOf, updatedAt } from '../columns.ts'
import { persons } from './persons.ts'

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
    /** The number promised before payment. */
    totalCount: integer('total_count').notNull(),
    /** The cares of its further headshots. */
    cares: jsonb('cares').$type<Cares>().notNull().default({}),
    /** The owner's choices within a look. */
    look: jsonb('look').$type<LookChoices>().notNull().default({}),
    /**
     * Set on a repair: the bundle that it renders again from better selfies. A repair is free and never shown. When
     * it is `ready`, its headshots have moved to that bundle.
     */
    repairOf: uuid('repair_of').references((): AnyPgColumn => bundles.id, { onDelete: 'cascade' }),
    /** Why the original's headshots stayed; set with `failed`. */
    repairFailure: oneOf('repair_failure', RepairFailure),
    /** The engine's shots in order, in its own encoding; fixed by the first run so that a restart continues it. */
    plan: jsonb('plan').$type<unknown[]>(),
    /**
     * The training whose model the plan was made with; null without a plan, and of plans from before this was recorded. No
     * foreign key: one that went with the biometric data is as one that was never named.
     */
    trainingId: uuid('training_id'),
    deadlineAt: instant('deadline_at').notNull(),
    /** Since when a bank holds its money: no headshot of it is made or shown. */
    frozenAt: instant('frozen_at'),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    uniqueIndex('bundle_once')
      .on(t.personId, t.styleId)
      .where(sql`${t.state} <> 'refunded' and ${t.repairOf} is null`),
    index('repairs_of_bundle').on(t.repairOf),
    uniqueIndex('repair_open_once').on(t.repairOf).where(isAnyOf(t.state, OPEN_BUNDLE_STATES)),
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
    /** The shot's place in the plan. */
    shotIndex: integer('shot_index').notNull(),
    imageKey: text('image_key').notNull(),
    thumbnailKey: text('thumbnail_key').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** Hash of the finished file, lower-case hex: `/verify` recognizes our files by it. */
    sha256: text('sha256').notNull(),
    /** Similarity to the person's selfies, 0..1. */
    likeness: real('likeness').notNull(),
    passed: boolean('passed').notNull(),
    reasons: oneOf('reasons', GateReason)
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The owner's rating. */
    rating: oneOf('rating', HeadshotRating).notNull().default('none'),
    /** The owner's favourite of the bundle. */
    isFavourite: boolean('is_favourite').notNull().default(false),
    /** The eye's fingerprint, which detects duplicates within a bundle; empty without a face. */
    fingerprint: text('fingerprint').notNull(),
    /** How much a photographer would like it, 0..1 in the eye's steps. */
    appeal: real('appeal').notNull(),
    /** The engine's source: pictures of one source look alike. */
    sourceKey: text('source_key').notNull(),
    /** The engine that made it; null for headshots from before this column. */
    engine: text('engine'),
    /** How formats cut it; null until first requested. */
    framing: jsonb('framing').$type<MeasuredFraming>(),
    createdAt,
  },
  (t) => [
    ...knownValues(t.userImageKey),
    unique('headshot_of_shot').on(t.bundleId, t.shotIndex),
    index('headshots_best_first').on(t.bundleId, t.passed.desc(), t.appeal.desc(), t.likeness.desc()),
    uniqueIndex('headshot_favourite_once')
      .on(t.bundleId)
      .where(sql`${t.isFavourite}`),
    index('headshots_by_hash').on(t.sha256),
    uniqueIndex('headshots_by_image_key').on(t.imageKey),
    uniqueIndex('headshots_by_thumbnail_key').on(t.thumbnailKey),
  ],
)

/**
 * Renders at the engine: stored before they are submitted, gone with the headshot that came of them. One that was refused
 * stays, so that it is told and not tried again.
 */
export const renders = pgTable(
  'renders',
  {
    bundleId: uuid('bundle_id')
      .notNull()
      .references(() => bundles.id, { onDelete: 'cascade' }),
    shotIndex: integer('shot_index').notNull(),
    engineJobId: text('engine_job_id').notNull(),
    isRefused: boolean('is_refused').notNull().default(false),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.bundleId, t.shotIndex] })],
)
