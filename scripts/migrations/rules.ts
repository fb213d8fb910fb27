/** What a migration may do while processes of the release before run on its tables (decision 71). */
import { isOnline } from '#backend/providers/database/migrations.ts'
import type { Migration } from './migration-files.ts'

const NAME = String.raw`(?:"public"\.)?"(\w+)"`
const MADE = new RegExp(`^CREATE TABLE (?:IF NOT EXISTS )?${NAME}`, 'i')
const ALTERED = new RegExp(`^ALTER TABLE ${NAME}\\s+`, 'i')
const INDEXED = new RegExp(`^CREATE (?:UNIQUE )?INDEX "(\\w+)" ON ${NAME}`, 'i')
const DROPPED_INDEX = new RegExp(`^DROP INDEX ${NAME}`, 'i')
const ADDED_CONSTRAINT = new RegExp(
  `^ALTER TABLE ${NAME} ADD CONSTRAINT "(\\w+)" (CHECK|FOREIGN KEY|UNIQUE)`,
  'i',
)
const DROPPED_CONSTRAINT = new RegExp(`^ALTER TABLE ${NAME} DROP CONSTRAINT "(\\w+)"`, 'i')
const ADDED_COLUMN = /^ALTER TABLE \S+ ADD COLUMN (.*)$/is
const MADE_CONCURRENTLY = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY "(\w+)"/i
const DROPPED_CONCURRENTLY = /^DROP INDEX CONCURRENTLY IF EXISTS "(\w+)"/i
/** Statements that only add. */
const ADDS = /^(?:CREATE SEQUENCE|CREATE (?:OR REPLACE )?(?:VIEW|FUNCTION)|INSERT INTO)\b/i
/** Of what takes something away: since which migration, of an earlier release, no code has used it. */
const UNUSED_SINCE = /^-- unused since (\w+)$/m

const withoutComments = (statement: string) => statement.replaceAll(/^--.*$/gm, '').trim()
const tablesMadeBy = (statements: readonly string[]) =>
  new Set(statements.flatMap((statement) => MADE.exec(statement)?.[1] ?? []))

/** What is wrong with a migration, in sentences; nothing where the release before goes on working meanwhile and afterwards. */
export function mistakesIn({ tag, statements }: Migration, earlier: readonly Migration[]): string[] {
  const plain = statements.map(withoutComments)
  const made = tablesMadeBy(plain)
  const mistakes = statements.flatMap((statement, at) => {
    const text = plain[at] ?? ''
    const unusedSince = UNUSED_SINCE.exec(statement)?.[1]
    if (unusedSince !== undefined)
      return earlier.some((migration) => migration.tag === unusedSince)
        ? []
        : [`${unusedSince} is no earlier migration`]
    return mistakeOf(text, plain, made, earlier) ?? []
  })
  const online = plain.filter(isOnline)
  if (online.length > 0 && online.length < plain.length)
    mistakes.push('what runs outside a transaction stands in a migration of its own')
  return mistakes.map((mistake) => `${tag}: ${mistake}`)
}

function mistakeOf(
  text: string,
  all: readonly string[],
  made: ReadonlySet<string>,
  earlier: readonly Migration[],
): string | undefined {
  const short = text.split('\n')[0]?.slice(0, 120) ?? ''
  const index = MADE_CONCURRENTLY.exec(text)?.[1]
  if (index !== undefined) {
    const isRepeatable = all.some((other) => DROPPED_CONCURRENTLY.exec(other)?.[1] === index)
    return isRepeatable
      ? undefined
      : `${index} may be there and invalid from a try before: drop it first, IF EXISTS`
  }
  if (MADE.test(text) || ADDS.test(text) || isOnline(text)) return undefined
  const table = (ALTERED.exec(text) ?? INDEXED.exec(text))?.at(-1)
  if (table !== undefined && made.has(table)) return undefined
  if (INDEXED.test(text)) return `an index is made CONCURRENTLY: ${short}`
  const column = ADDED_COLUMN.exec(text)?.[1]
  if (column !== undefined) {
    const isFilled =
      !/\bNOT NULL\b/i.test(column) || /\bDEFAULT (?:'|\d|true\b|false\b|now\(\))/i.test(column)
    return isFilled ? undefined : `the release before does not fill this column: ${short}`
  }
  const constraint = ADDED_CONSTRAINT.exec(text)
  if (constraint?.[3] === 'UNIQUE') return `a unique index is made CONCURRENTLY: ${short}`
  if (constraint)
    return /\bNOT VALID;?$/i.test(text)
      ? undefined
      : `NOT VALID, and VALIDATE in a migration after it: ${short}`
  const dropped = DROPPED_CONSTRAINT.exec(text)?.[2]
  if (dropped !== undefined) return mistakeOfNarrowing(dropped, all, earlier)
  return `the release before may need it, or wait for it: ${short}`
}

/** An enumeration may get more values: none that the release before writes may be missing. */
function mistakeOfNarrowing(
  name: string,
  all: readonly string[],
  earlier: readonly Migration[],
): string | undefined {
  const defines = (statement: string) => statement.includes(`CONSTRAINT "${name}" CHECK`)
  const valuesOf = (statement: string) => {
    const [, check = ''] = statement.split(`CONSTRAINT "${name}" CHECK`)
    return [...(check.split('\n')[0] ?? '').matchAll(/'([^']*)'/g)].map(([, value]) => value)
  }
  const after = all.find(defines)
  const before = earlier.flatMap(({ statements }) => statements).findLast(defines)
  if (after === undefined || before === undefined) return `${name} is dropped and not made again`
  const missing = valuesOf(before).filter((value) => !valuesOf(after).includes(value))
  return missing.length > 0
    ? `${name} no longer takes what the release before writes: ${missing.join(', ')}`
    : undefined
}

/**
 * The migration of `drizzle-kit` in two parts, so that no call waits for a lock: statements that can run beside calls, to be
 * applied after the rest by themselves, and the rest.
 */
export function splitOnline(statements: readonly string[]): { first: string[]; online: string[] } {
  const made = tablesMadeBy(statements)
  const first: string[] = []
  const online: string[] = []
  for (const statement of statements) {
    const text = statement.replace(/;$/, '')
    const [, index, indexed] = INDEXED.exec(text) ?? []
    const [, table, constraint, kind] = ADDED_CONSTRAINT.exec(text) ?? []
    const [, dropped] = DROPPED_INDEX.exec(text) ?? []
    if (indexed !== undefined && !made.has(indexed)) {
      online.push(
        `DROP INDEX CONCURRENTLY IF EXISTS "${index}";`,
        `${text.replace(/INDEX /i, 'INDEX CONCURRENTLY ')};`,
      )
    } else if (table !== undefined && !made.has(table) && kind?.toUpperCase() !== 'UNIQUE') {
      first.push(`${text} NOT VALID;`)
      online.push(`ALTER TABLE "${table}" VALIDATE CONSTRAINT "${constraint}";`)
    } else if (dropped !== undefined) {
      online.push(`DROP INDEX CONCURRENTLY IF EXISTS "${dropped}";`)
    } else first.push(statement)
  }
  return { first, online }
}
