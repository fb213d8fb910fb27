import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { CorrectionRequest, CorrectionState } from '#contract/directory-corrections.ts'
import { createdAt, instant, isAnyOf, knownValues, oneOf, updatedAt } from '../columns.ts'

/** Listings removed on request: imports do not bring them back. */
export const directorySuppressions = pgTable('directory_suppressions', {
  listingId: text('listing_id').primaryKey(),
  createdAt,
})

/** Accepted corrections, which replace the source's fields and outlive imports. Parse the fields when read. */
export const directoryOverrides = pgTable('directory_overrides', {
  listingId: text('listing_id').primaryKey(),
  fields: jsonb('fields').notNull(),
  changedAt: instant('changed_at').notNull(),
})

/** Requests for changes. The listing may be gone by now: imports do not change these rows. */
export const directoryCorrections = pgTable(
  'directory_corrections',
  {
    id: uuid('id').primaryKey(),
    listingId: text('listing_id').notNull(),
    /** The listing's name at that time. */
    listingName: text('listing_name').notNull(),
    request: oneOf('request', CorrectionRequest).notNull(),
    state: oneOf('state', CorrectionState).notNull(),
    /** The requester's address; null some time after the end. */
    email: text('email'),
    message: text('message').notNull(),
    /** The corrected fields. Parse them when read. */
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
