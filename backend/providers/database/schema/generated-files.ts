import { date, pgTable, text } from 'drizzle-orm/pg-core'
import { GeneratedFileKind } from '#contract/verification.ts'
import { knownValues, oneOf } from '../columns.ts'

/**
 * Hashes of all files ever generated, by which any holder of a file can verify that it was. They have no reference to
 * users or headshots, so that they outlive them.
 */
export const generatedFiles = pgTable(
  'generated_files',
  {
    /** Lower-case hex. */
    sha256: text('sha256').primaryKey(),
    kind: oneOf('kind', GeneratedFileKind).notNull(),
    /** The day alone: the exact time could identify the user. */
    madeOn: date('made_on', { mode: 'string' }).notNull(),
  },
  (t) => [...knownValues(t.sha256)],
)
