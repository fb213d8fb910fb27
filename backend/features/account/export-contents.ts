import { eq, getTableColumns, getTableName, inArray, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { FILE_KEY_COLUMNS } from '#backend/features/files/files-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'

const { bundles, headshots, persons } = tables

const PAGE_ROWS = 500

/** A table of which a user has rows, and which of them are theirs. */
export interface Subject {
  name: string
  table: PgTable
  isOf: (queries: Queries, uid: string) => SQL
}

const personsOf = (queries: Queries, uid: string) =>
  queries.select({ id: persons.id }).from(persons).where(eq(persons.uid, uid))
const bundlesOf = (queries: Queries, uid: string) =>
  queries
    .select({ id: bundles.id })
    .from(bundles)
    .where(inArray(bundles.personId, personsOf(queries, uid)))
const headshotsOf = (queries: Queries, uid: string) =>
  queries
    .select({ key: headshots.userImageKey })
    .from(headshots)
    .where(inArray(headshots.bundleId, bundlesOf(queries, uid)))

const subject = (table: PgTable, isOf: Subject['isOf']): Subject => ({
  name: getTableName(table),
  table,
  isOf,
})
const byUser = (table: PgTable, column: PgColumn) => subject(table, (_queries, uid) => eq(column, uid))
const byPerson = (table: PgTable, column: PgColumn) =>
  subject(table, (queries, uid) => inArray(column, personsOf(queries, uid)))
const byBundle = (table: PgTable, column: PgColumn) =>
  subject(table, (queries, uid) => inArray(column, bundlesOf(queries, uid)))
const byHeadshot = (table: PgTable, column: PgColumn) =>
  subject(table, (queries, uid) => inArray(column, headshotsOf(queries, uid)))

/** The database's part of an export: a file for each table. */
export const SUBJECTS: readonly Subject[] = [
  byUser(tables.users, tables.users.uid),
  byUser(persons, persons.uid),
  byPerson(tables.consentEvents, tables.consentEvents.personId),
  byPerson(tables.retentions, tables.retentions.personId),
  byPerson(tables.selfies, tables.selfies.personId),
  byPerson(tables.previews, tables.previews.personId),
  byPerson(tables.styleSamples, tables.styleSamples.personId),
  byPerson(tables.trainings, tables.trainings.personId),
  byPerson(bundles, bundles.personId),
  byPerson(tables.personFeedback, tables.personFeedback.personId),
  byBundle(headshots, headshots.bundleId),
  byBundle(tables.rerolls, tables.rerolls.bundleId),
  byBundle(tables.bundleFeedback, tables.bundleFeedback.bundleId),
  byHeadshot(tables.headshotFiles, tables.headshotFiles.userImageKey),
  byBundle(tables.flawReports, tables.flawReports.bundleId),
  byHeadshot(tables.imageShares, tables.imageShares.headshot),
  byUser(tables.payments, tables.payments.uid),
  byUser(tables.discountRedemptions, tables.discountRedemptions.uid),
  byUser(tables.creditEntries, tables.creditEntries.uid),
  byUser(tables.referralCodes, tables.referralCodes.uid),
  byUser(tables.referrals, tables.referrals.uid),
  byUser(tables.socialShares, tables.socialShares.uid),
  byUser(tables.usageEvents, tables.usageEvents.uid),
  byUser(tables.mails, tables.mails.uid),
  byUser(tables.personDeletions, tables.personDeletions.uid),
]

/** Tables that name users or persons and are not in an export, each with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  shares: 'in shared_links.json, with what follows of it',
  recipients: 'in shared_links.json',
  recipient_ratings: 'in shared_links.json',
  votes: 'in shared_links.json',
  handoffs: 'links to the upload of a phone, good for minutes',
  upload_grants: 'addresses of uploads, good for an hour; what came by them is among the selfies',
  renders: 'work under way, gone with the headshot that comes of it',
  archives: 'ZIPs of pictures that are in the export themselves',
  data_exports: 'the export itself',
  deletions: 'there while an account is deleted, when nothing can be exported any more',
  withdrawals: 'asked for by an address and an order, without an account',
  directory_corrections: 'asked for by an address, without an account',
  osm_photographers: 'businesses, as published',
  operator_photographers: 'businesses, as published',
}

/** Not personal data: hashes of secrets, idempotency keys, and internal names of running work. */
const OMITTED =
  /^(token_hash|key_hash|creation_key|upload_key|order_key|entry_key|request_key|engine_job_id|plan)$/

/** The columns of a table that an export shows. */
export function columnsOf(table: PgTable): Record<string, PgColumn> {
  return Object.fromEntries(
    Object.entries<PgColumn>(getTableColumns(table)).filter(([, { name }]) => !OMITTED.test(name)),
  )
}

/** In an order that stays while pages are read: that of the primary key. */
function orderOf(table: PgTable): PgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table)
  return [...columns.filter((column) => column.primary), ...primaryKeys.flatMap((key) => key.columns)]
}

/** A user's rows of one table, page after page. Keys of files are the names under `files/` in the export. */
export async function* rowsOf(
  queries: Queries,
  { table, isOf }: Subject,
  uid: string,
): AsyncGenerator<object> {
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const page = await queries
      .select(columnsOf(table))
      .from(table)
      .where(isOf(queries, uid))
      .orderBy(...orderOf(table))
      .limit(PAGE_ROWS)
      .offset(offset)
    yield* page
    if (page.length < PAGE_ROWS) return
  }
}

/** Every file that a user's rows name. */
export async function fileKeysOf(queries: Queries, uid: string): Promise<string[]> {
  const keys: string[] = []
  for (const { table, isOf } of SUBJECTS) {
    for (const column of FILE_KEY_COLUMNS.filter((key) => key.table === table)) {
      const rows = await queries
        .select({ key: sql<string | null>`${column}` })
        .from(table)
        .where(isOf(queries, uid))
      keys.push(...rows.flatMap(({ key }) => key ?? []))
    }
  }
  return keys
}
