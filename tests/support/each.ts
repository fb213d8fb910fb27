import { describe, test } from 'node:test'
import { format } from 'node:util'

type Body<Row extends readonly unknown[]> = (...row: Row) => void | Promise<void>
type Declare<Row extends readonly unknown[]> = (title: string, body: Body<Row>) => void

/**
 * Takes rows of arguments, or single arguments. In the title `%s`, `%d` ... are replaced by the first ones, and `$name` by
 * that property of the first one.
 */
interface Each {
  <T extends readonly [unknown, ...unknown[]]>(rows: readonly T[]): Declare<[...T]>
  <T extends readonly unknown[]>(rows: readonly T[]): Declare<[...T]>
  <T>(rows: readonly T[]): Declare<[T]>
}

const eachBy = (declare: Declare<[]>): Each => {
  return (rows: readonly unknown[]) => (title: string, body: Body<unknown[]>) => {
    for (const row of rows) {
      const values: readonly unknown[] = Array.isArray(row) ? row : [row]
      const used = title.match(/%[sdifjoO]/g)?.length ?? 0
      const named = title.replace(/\$(\w+)/g, (whole, key: string) => textOf(values[0], key) ?? whole)
      declare(format(named, ...values.slice(0, used)), () => body(...values))
    }
  }
}

function textOf(row: unknown, key: string): string | undefined {
  if (typeof row !== 'object' || row === null || !(key in row)) return undefined
  return String((row as Readonly<Record<string, unknown>>)[key])
}

export const testEach = eachBy((title, body) => void test(title, () => body()))
export const describeEach = eachBy((title, body) => void describe(title, () => body()))
