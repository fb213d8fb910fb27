import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import * as tables from './schema.ts'

/** The tables, for queries. */
export { tables }
export { foldedName } from './folded-name.ts'
export {
  SchemaMissingError,
  isDatabaseAway,
  isDatabaseUnavailable,
  translated,
  untilReachable,
} from './database-errors.ts'

/** Typed queries, on the database itself or inside a transaction. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof tables>

/** One PostgreSQL-compatible database; every implementation runs the same SQL and the same migrations. */
export interface Database {
  /** Queries outside a transaction. Never use it inside one: an embedded database has a single connection. */
  queries: Queries
  /**
   * Runs `work` in one transaction at READ COMMITTED: committed when it resolves, rolled back when it throws,
   * and the error passed on. Nothing written is visible outside before the commit. Where another transaction was in
   * the way, `work` runs again from its start, a few times.
   * @throws UnavailableError when the server is away, and what `work` throws
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  /** Resolves when the database answers; throws when it cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}
