import { after, afterEach, before, beforeEach, describe as nodeDescribe, test as nodeTest } from 'node:test'
import { format } from 'node:util'
import { fn, spyOn } from 'jest-mock'

/**
 * Node's own test runner under the names the other suites have from Jest, tables of cases included. Suites of pixels run
 * in it: inside Jest's sandbox their loops take up to seven times as long.
 */
export { expect } from 'expect'
export { afterEach, beforeEach }

type Outcome = void | Promise<void>
type Declare = (title: string, body: () => Outcome, timeoutMs?: number) => void

/** One case of a table: a row of arguments, or the only argument. */
interface Each {
  <T extends readonly [unknown, ...unknown[]]>(
    rows: readonly T[],
  ): (title: string, body: (...row: [...T]) => Outcome, timeoutMs?: number) => void
  <T extends readonly unknown[]>(
    rows: readonly T[],
  ): (title: string, body: (...row: [...T]) => Outcome, timeoutMs?: number) => void
  <T>(rows: readonly T[]): (title: string, body: (row: T) => Outcome, timeoutMs?: number) => void
}

/** A title with its `%s`, `%d` ... replaced by the row's values, `$name` by those of an object. */
function titleOf(title: string, row: readonly unknown[]): string {
  const wanted = title.match(/%[sdifjoO]/g)?.length ?? 0
  const [first] = row
  return format(title, ...row.slice(0, wanted)).replace(/\$(\w+)/g, (written, name: string) =>
    typeof first === 'object' && first !== null && name in first ? String(Reflect.get(first, name)) : written,
  )
}

function tabled(declare: Declare): Each {
  return (rows: readonly unknown[]) =>
    (title: string, body: (...row: unknown[]) => Outcome, timeoutMs?: number) => {
      if (rows.length === 0) throw new Error(`${title}: a table without cases proves nothing`)
      for (const row of rows) {
        const values: readonly unknown[] = Array.isArray(row) ? row : [row]
        declare(titleOf(title, values), () => body(...values), timeoutMs)
      }
    }
}

const within = (timeoutMs?: number) => (timeoutMs === undefined ? {} : { timeout: timeoutMs })

const declareTest: Declare = (title, body, timeoutMs) => void nodeTest(title, within(timeoutMs), () => body())
const declareSuite: Declare = (title, body) => void nodeDescribe(title, () => body())

export const test = Object.assign(declareTest, { each: tabled(declareTest) })
export const describe = Object.assign(declareSuite, { each: tabled(declareSuite) })

export function beforeAll(body: () => Outcome, timeoutMs?: number): void {
  before(() => body(), within(timeoutMs))
}

export function afterAll(body: () => Outcome, timeoutMs?: number): void {
  after(() => body(), within(timeoutMs))
}

/** Of Jest's mocks what suites use; no test has a limit of its own but its file's. */
export const jest = { fn, spyOn, setTimeout: (_timeoutMs: number): void => undefined }
