/**
 * Makes migrations of what changed in the schema. What would hold up calls is done
 * beside them (decision 71); what the release before could not live with is refused.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS_FOLDER } from '#backend/providers/database/migrations.ts'
import { readOptions } from './options.ts'
import { BREAKPOINT, readMigrations, type Migration } from './migrations/migration-files.ts'
import { mistakesIn, splitOnline } from './migrations/rules.ts'

const USAGE = 'npm run db:generate -- --name what_it_does   makes migrations of what changed in the schema.'

const generate = (...args: string[]) =>
  execFileSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', 'generate', ...args], {
    stdio: 'inherit',
  })
const write = ({ tag }: Migration, statements: readonly string[]) =>
  writeFileSync(join(MIGRATIONS_FOLDER, `${tag}.sql`), statements.join(`${BREAKPOINT}\n`))

function main(): number {
  const { name } = readOptions(USAGE, { options: { name: { type: 'string' } } }).values
  if (name === undefined) {
    console.error(USAGE)
    return 1
  }
  const known = readMigrations().length
  generate('--name', name)
  const [made] = readMigrations().slice(known)
  if (!made) return 0
  const { first, online } = splitOnline(made.statements)
  if (online.length > 0 && first.length > 0) {
    write(made, first)
    generate('--custom', '--name', `${name}_online`)
    const [after] = readMigrations().slice(known + 1)
    if (after) write(after, online)
  } else if (online.length > 0) write(made, online)
  const all = readMigrations()
  const mistakes = all
    .slice(known)
    .flatMap((migration, at) => mistakesIn(migration, all.slice(0, known + at)))
  for (const mistake of mistakes) console.error(mistake)
  return mistakes.length > 0 ? 1 : 0
}

process.exitCode = main()
