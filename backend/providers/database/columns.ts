import { Column, getTableColumns, getTableName, is, sql, type SQL } from 'drizzle-orm'
import { PgArray, check, text, timestamp } from 'drizzle-orm/pg-core'

/** A moment, to the millisecond. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
export const createdAt = instant('created_at').notNull().defaultNow()
export const updatedAt = instant('updated_at')
  .notNull()
  .defaultNow()
  .$onUpdate(() => new Date())

/** A column of an enumeration's values; `knownValues` adds the database's own check. */
export function oneOf<T extends string>(name: string, { options }: { options: readonly T[] }) {
  const [first, ...rest] = options
  if (first === undefined) throw new Error(`${name} has no values`)
  return text(name, { enum: [first, ...rest] })
}

/** The values of a column made by `oneOf`, or of a list of them. */
export function enumerationOf(column: Column): readonly string[] | undefined {
  const held: unknown = is(column, PgArray) ? column.baseColumn : column
  return is(held, Column) ? held.enumValues : undefined
}

/** Checks for every enumeration among the columns beside this one. */
export function knownValues({ table }: Column) {
  return Object.values<Column>(getTableColumns(table)).flatMap((column) => {
    const values = enumerationOf(column)
    if (!values) return []
    const known = is(column, PgArray)
      ? sql`${column} <@ array[${literals(values)}]`
      : sql`${column} in (${literals(values)})`
    return [check(`${getTableName(table)}_${column.name}_known`, known)]
  })
}

export function isAtLeast(column: Column, least: number) {
  const name = `${getTableName(column.table)}_${column.name}_min`
  return check(name, sql`${column} >= ${sql.raw(String(least))}`)
}

/** For the condition of an index: its rows are those in these states. */
export function isAnyOf(column: Column, states: readonly string[]): SQL {
  return sql`${column} in (${literals(states)})`
}

/** Written out, because a schema takes no parameters. */
function literals(values: readonly string[]): SQL {
  return sql.raw(values.map((value) => `'${value}'`).join(', '))
}
