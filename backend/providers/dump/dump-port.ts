import type { Queries } from '#backend/providers/database/database-port.ts'

/** A database that is to be restored into has tables already. */
export class DatabaseNotEmptyError extends Error {
  override readonly name = 'DatabaseNotEmptyError'
}

/** Whole copies of a database, while it is in use: rows, jobs and the record of migrations. */
export interface Dumps {
  /**
   * Hands a copy of the database as of one moment to `write`; `ask` sees the rows of exactly that moment, before. Where
   * the database is embedded, everybody else waits while `ask` runs.
   */
  dump(
    ask: (queries: Queries) => Promise<void>,
    write: (copy: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<void>
}

/** Fills an empty database with a copy, whole or not at all. @throws DatabaseNotEmptyError */
export type LoadDump = (copy: AsyncIterable<Uint8Array>) => Promise<void>
