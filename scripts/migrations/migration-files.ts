import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { MIGRATIONS_FOLDER } from '#backend/providers/database/migrations.ts'

const Journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) })
export const BREAKPOINT = '--> statement-breakpoint'

export interface Migration {
  tag: string
  /** As written in the file, comments before them included. */
  statements: string[]
}

export const statementsIn = (text: string): string[] =>
  text
    .split(BREAKPOINT)
    .map((statement) => statement.trim())
    .filter(Boolean)

/** All migrations, the first one first. */
export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  const journal = Journal.parse(JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')))
  return journal.entries.map(({ tag }) => ({
    tag,
    statements: statementsIn(readFileSync(join(folder, `${tag}.sql`), 'utf8')),
  }))
}
