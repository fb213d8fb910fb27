import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { CorrectionRequest, CorrectionState } from '#contract/directory-corrections.ts'
import { createdAt, instant, isAnyOf, knownValues, oneOf, updatedAt } from '../columns.ts'

/** Listings that were taken out at somebody's word: no import brings them back. */
export const directorySuppressions = pgTable('directory_suppressions', {
  listingId: text('listing_id').primaryKey(),
  createdAt,
})

/** What an accepted correction says in place of the source; it outlives imports. Parse the fields when read. */
export const directoryOverrides = pgTable('directory_overrides', {
  listingId: text('listing_id').primaryKey(),
  fields: jsonb('fields').notNull(),
  changedAt: instant('changed_at').notNull(),
})

/** What people asked for. The listing may be gone by now: imports know nothing of these. */
export const directoryCorrections = pgTable(
  'directory_corrections',
  {
    id: uuid('id').primaryKey(),
    listingId: text('listing_id').notNull(),
    /** As it was called then. */
    listingName: text('listing_name').notNull(),
    request: oneOf('request', CorrectionRequest).notNull(),
    state: oneOf('state', CorrectionState).notNull(),
    /** Whoever asks; null some time after the end. */
    email: text('email'),
    message: text('message').notNull(),
    /** What it should say instead. Parse it when read. */
    fields: jsonb('fields').notNull(),
    /** SHA-256 of the token, lower-case hex. */
    tokenHash: text('token_hash').notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    decidedAt: instant('decided_at'),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    index('directory_corrections_by_state').on(t.state, t.createdAt, t.id),
    index('directory_corrections_of_mail').on(t.email, t.createdAt.desc()),
    index('directory_corrections_of_listing').on(t.listingId, t.createdAt.desc()),
    index('directory_corrections_unconfirmed')
      .on(t.expiresAt, t.id)
      .where(isAnyOf(t.state, ['requested'])),
    index('directory_corrections_with_mail')
      .on(t.decidedAt, t.id)
      .where(sql`${t.decidedAt} is not null and ${t.email} is not null`),
  ],
)
