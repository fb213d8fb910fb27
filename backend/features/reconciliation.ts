import { and, asc, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from '#backend/providers/database/database-port.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'

/** One round of the reconciler. */
export interface Reconciliation {
  now: Date
  /** Nothing that is paid for is given up for its time now. */
  refundsPaused?: boolean
  signal: AbortSignal
  /** Called for each row that could not be settled; the others continue, and the next run tries it again. */
  onFailed: (about: { rows: string; id: string }, error: unknown) => void
}

/** The rows to be settled, in the order of `at` and `id`. */
export interface OpenRows {
  /** For the log. */
  name: string
  table: PgTable
  at: AnyPgColumn<{ data: Date; notNull: true }>
  id: AnyPgColumn<{ data: string; notNull: true }>
  where: SQL | undefined
}

const PAGE_ROWS = 200
/** After so many rows in a row whose service is away, the others would wait for the same in vain. */
const UNAVAILABLE_MAX = 3

/**
 * Settles every row of `open` once, each by itself, page after page from the earliest: a failure is reported and
 * skipped, so that it delays no other row. `settle` takes its own transaction, and reads the row's state again. A round
 * ends early when a service is away; the next one tries again.
 * @throws the signal's reason when it aborts, and the database's error when a page cannot be read
 */
export async function reconcileRows(
  queries: Queries,
  { signal, onFailed }: Reconciliation,
  open: OpenRows,
  settle: (row: { id: string; at: Date }) => Promise<unknown>,
): Promise<void> {
  const { name, table, at, id, where } = open
  let after: SQL | undefined
  let unavailable = 0
  for (;;) {
    const page = await queries
      .select({ id, at })
      .from(table)
      .where(and(where, after))
      .orderBy(asc(at), asc(id))
      .limit(PAGE_ROWS)
    for (const row of page) {
      signal.throwIfAborted()
      try {
        await settle(row)
        unavailable = 0
      } catch (error) {
        onFailed({ rows: name, id: row.id }, error)
        unavailable = error instanceof UnavailableError ? unavailable + 1 : 0
        if (unavailable === UNAVAILABLE_MAX) return
      }
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE_ROWS) return
    after = sql`(${at}, ${id}) > (${sql.param(last.at, at)}, ${sql.param(last.id, id)})`
  }
}
