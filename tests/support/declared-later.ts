import * as node from './node-test.ts'

/** Node's runner under Jest's names, for a process that runs many suites: what a suite declares waits for `declaredBy`. */
export { expect, jest } from './node-test.ts'

/** What the suite that is being loaded has declared so far. */
let waiting: (() => void)[] | undefined

/** Has a declaration wait while a suite is loaded; inside of its suites all is declared where it stands. */
function later<Given extends readonly unknown[]>(declare: (...given: Given) => void) {
  return (...given: Given): void => {
    if (waiting) waiting.push(() => declare(...given))
    else declare(...given)
  }
}

/** Loads a suite and gives what declares its tests and hooks, wherever it is called. One load at a time. */
export async function declaredBy(load: () => Promise<unknown>): Promise<() => void> {
  const declarations: (() => void)[] = []
  waiting = declarations
  try {
    await load()
  } catch (error) {
    declarations.push(() => node.test('loads', () => Promise.reject(asError(error))))
  } finally {
    waiting = undefined
  }
  return () => declarations.forEach((declare) => declare())
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

export const beforeAll = later(node.beforeAll)
export const afterAll = later(node.afterAll)
export const beforeEach = later(node.beforeEach)
export const afterEach = later(node.afterEach)

/** A table's cases wait as one declaration; its types are those of the runner's own. */
function laterEach({ each }: typeof node.test): typeof node.test.each {
  return (rows: readonly unknown[]) => later(each(rows))
}

export const test = Object.assign(later(node.test), { each: laterEach(node.test) })
export const describe = Object.assign(later(node.describe), { each: laterEach(node.describe) })
