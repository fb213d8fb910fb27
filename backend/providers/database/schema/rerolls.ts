import { boolean, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { OPEN_REROLL_STATES, RerollFailure, RerollState } from '#contract/bundles.ts'
import { FlawReason } from '#contract/rerolls.ts'
import { createdAt, instant, isAnyOf, isAtLeast, knownValues, oneOf, updatedAt } from '../columns.ts'
import { bundles } from './bundles.ts'

/**
 * Re-rolls of headshots. Handles have no foreign key here: the replaced headshot is deleted, and its re-roll still
 * counts.
 */
export const rerolls = pgTable(
  'rerolls',
  {
    id: uuid('id').primaryKey(),
    bundleId: uuid('bundle_id')
      .notNull()
      .references(() => bundles.id, { onDelete: 'cascade' }),
    /** The headshot to replace, and its shot in the plan. */
    userImageKey: text('user_image_key').notNull(),
    replacedShotIndex: integer('replaced_shot_index').notNull(),
    /** Granted for a reported flaw; not counted among the free ones. */
    isForFlaw: boolean('is_for_flaw').notNull(),
    state: oneOf('state', RerollState).notNull(),
    /** The shot that is made now; reserved with the bundle held. Null between two attempts. */
    shotIndex: integer('shot_index'),
    /** The engine's running job; stored before it is waited on. */
    engineJobId: text('engine_job_id'),
    /** Shots started so far. */
    attempts: integer('attempts').notNull().default(0),
    newUserImageKey: text('new_user_image_key'),
    /** Set with `failed`. */
    failure: oneOf('failure', RerollFailure),
    /** The caller's idempotency key; a repeat finds the re-roll by it. */
    requestKey: text('request_key'),
    deadlineAt: instant('deadline_at').notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    isAtLeast(t.attempts, 0),
    unique('reroll_asked_once').on(t.bundleId, t.requestKey),
    uniqueIndex('reroll_open_once').on(t.userImageKey).where(isAnyOf(t.state, OPEN_REROLL_STATES)),
    index('rerolls_of_bundle').on(t.bundleId, t.createdAt),
    index('rerolls_by_result').on(t.newUserImageKey),
    index('rerolls_open').on(t.deadlineAt).where(isAnyOf(t.state, OPEN_REROLL_STATES)),
  ],
)

/** Flaws that owners reported of headshots that passed the gate; kept when the headshots are gone. */
export const flawReports = pgTable(
  'flaw_reports',
  {
    userImageKey: text('user_image_key').primaryKey(),
    bundleId: uuid('bundle_id')
      .notNull()
      .references(() => bundles.id, { onDelete: 'cascade' }),
    reason: oneOf('reason', FlawReason).notNull(),
    text: text('text'),
    createdAt,
    updatedAt,
  },
  (t) => [...knownValues(t.userImageKey), index('flaw_reports_of_bundle').on(t.bundleId)],
)
