import { date, pgTable, text } from 'drizzle-orm/pg-core'
import { GeneratedFileKind } from '#contract/verification.ts'
import { knownValues, oneOf } from '../columns.ts'

/**
 * Hashes of all files ever made, by which anybody who holds one learns that it was generated. They name nobody and
 * nothing names them, so that they outlive the headshots they were taken of.
 */
export const generatedFiles = pgTable(
  'generated_files',
  {
    /** Lower-case hex. */
    sha256: text('sha256').primaryKey(),
    kind: oneOf('kind', GeneratedFileKind).notNull(),
    /** The day alone: the moment would lead back to whoever had it made. */
    madeOn: date('made_on', { mode: 'string' }).notNull(),
  },
  (t) => [...knownValues(t.sha256)],
)
