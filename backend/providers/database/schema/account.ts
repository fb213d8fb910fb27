import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ConsentEventKind, DeletionState, ExportState } from '#contract/account.ts'
import { Locale } from '#contract/locales.ts'
import { createdAt, instant, isAnyOf, isAtLeast, knownValues, oneOf, updatedAt } from '../columns.ts'
import { persons } from './persons.ts'
import { users } from './users.ts'

/** Consents to biometric processing of a person, and their withdrawals: written once, deleted with the person. */
export const consentEvents = pgTable(
  'consent_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    personId: uuid('person_id')
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    kind: oneOf('kind', ConsentEventKind).notNull(),
    /** The wording that was agreed to. */
    version: text('version').notNull(),
    createdAt,
  },
  (t) => [...knownValues(t.id), index('consents_of_person').on(t.personId, t.createdAt.desc())],
)

/** Until when selfies and model of a person are kept; no row where there are none. */
export const retentions = pgTable(
  'retentions',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => persons.id, { onDelete: 'cascade' }),
    deletesAt: instant('deletes_at').notNull(),
    /** When the owner was warned; no data is deleted before. */
    warnedAt: instant('warned_at'),
  },
  (t) => [index('retentions_due').on(t.deletesAt, t.personId)],
)

/**
 * Accounts under deletion, and deleted ones. A finished row has no personal data: only the counts and times of the
 * deletion stay.
 */
export const deletions = pgTable(
  'deletions',
  {
    id: uuid('id').primaryKey(),
    uid: text('uid'),
    /** The receipt's address; null where none was verified. */
    address: text('address'),
    locale: oneOf('locale', Locale).notNull(),
    state: oneOf('state', DeletionState).notNull(),
    /** The persons whose files are still searched for, and models the engine has to delete until it confirms. */
    personIds: uuid('person_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    models: jsonb('models').notNull().default([]),
    personCount: integer('person_count').notNull().default(0),
    selfieCount: integer('selfie_count').notNull().default(0),
    headshotCount: integer('headshot_count').notNull().default(0),
    modelCount: integer('model_count').notNull().default(0),
    shareCount: integer('share_count').notNull().default(0),
    fileCount: integer('file_count').notNull().default(0),
    keptPaymentCount: integer('kept_payment_count').notNull().default(0),
    /** When the identity provider had forgotten them. */
    signedOffAt: instant('signed_off_at'),
    finishedAt: instant('finished_at'),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    check(
      'deletions_forget',
      sql`case when ${t.state} = 'done' then num_nonnulls(${t.uid}, ${t.address}) = 0 and ${t.personIds} = '{}' else ${t.uid} is not null end`,
    ),
    uniqueIndex('deletion_of_user').on(t.uid),
    index('deletions_open')
      .on(t.createdAt)
      .where(isAnyOf(t.state, ['requested', 'emptied', 'signed_off'])),
  ],
)

/** Everything held of a user, as one file to download. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: uuid('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    state: oneOf('state', ExportState).notNull(),
    archiveKey: text('archive_key'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    /** When the file and the row are deleted. */
    expiresAt: instant('expires_at').notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    isAtLeast(t.sizeBytes, 0),
    check('data_exports_file_when_ready', sql`(${t.state} = 'ready') = (${t.archiveKey} is not null)`),
    uniqueIndex('data_exports_by_archive_key').on(t.archiveKey),
    uniqueIndex('data_export_of_user').on(t.uid),
    index('data_exports_due').on(t.expiresAt),
    index('data_exports_open')
      .on(t.createdAt)
      .where(isAnyOf(t.state, ['making'])),
  ],
)
