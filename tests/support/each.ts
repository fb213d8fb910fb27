import { describe, test } from 'node:test'
import { format } from 'node:util'

type Body<Row extends readonly unknown[]> = (...row: Row) => void | Promise<void>
type Declare<Row extends readonly unknown[]> = (title: string, body: Body<Row>) => void

/** Takes rows of arguments, or single arguments. `%s`, `%d` ... in the title are replaced by the first ones. */
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
      declare(format(title, ...values.slice(0, used)), () => body(...values))
    }
  }
}
export const testEach = eachBy((title, body) => void test(title, () => body()))
export const describeEach = eachBy((title, body) => void describe(title, () => body()))
