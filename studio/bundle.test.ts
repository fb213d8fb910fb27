import { describe, expect, test } from '#tests/support/node-test.ts'
import { createDuplicateCheck, makeUntilEnough } from './bundle.ts'
import type { Judged } from './bundle.ts'

async function run(outcomes: string, wanted: number, parallelism: number) {
  const made: number[] = []
  let underWay = 0
  let most = 0
  const make = async (index: number) => {
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay -= 1
    made.push(index)
    if (outcomes[index] === '!') throw new Error('broken')
    return outcomes[index] === 'y'
  }
  const error = await makeUntilEnough(Array.from(outcomes).keys(), wanted, parallelism, make).catch(String)
  return { made: made.length, most, underWay, error }
}

test.each([
  ['stops when there are enough', 'yyyyyy', 3, 2, { made: 3, most: 2 }],
  ['replaces those that failed the gate', 'ynyny', 3, 1, { made: 5, most: 1 }],
  ['ends when none is left', 'nnnn', 3, 2, { made: 4, most: 2 }],
  ['makes nothing when nothing is missing', 'yyy', 0, 2, { made: 0, most: 0 }],
  ['has no more under way than wanted', 'yyyyyy', 1, 4, { made: 1, most: 1 }],
  ['a failure ends it, after what was under way', 'y!yyyy', 6, 2, { made: 3, error: 'Error: broken' }],
])('%s', async (_name, outcomes, wanted, parallelism, expected) => {
  expect(await run(outcomes, wanted, parallelism)).toMatchObject({ ...expected, underWay: 0 })
})

const good = (fingerprint: string): Judged => ({ passed: true, reasons: [], fingerprint })
const CELLS = '80706a'.repeat(20)
const LIGHTER_CELLS = 'a0908a'.repeat(20)
const FACE = '0123456789abcdef'
const OTHER_FACE = 'fedcba9876543210'
const A = FACE + FACE + CELLS
const B = OTHER_FACE + OTHER_FACE + CELLS
const NEARLY_A = `1${A.slice(1, -1)}b`

describe('the duplicate check', () => {
  test('lets each picture of a bundle pass once', () => {
    const check = createDuplicateCheck()
    const verdicts = [A, B, NEARLY_A, B].map((fingerprint) => check(good(fingerprint)))
    expect(verdicts.map(({ reasons }) => reasons)).toEqual([[], [], ['duplicate'], ['duplicate']])
    expect(verdicts.map(({ passed }) => passed)).toEqual([true, true, false, false])
  })

  test('knows what passed before a restart', () => {
    expect(createDuplicateCheck([A])(good(A)).reasons).toEqual(['duplicate'])
  })

  test("what failed stands in nobody's way", () => {
    const check = createDuplicateCheck()
    const failed = { ...good(A), passed: false, reasons: ['soft' as const] }
    expect(check(failed)).toEqual(failed)
    expect(check(good(A)).passed).toBe(true)
  })

  test.each([
    ['the same face in another crop or setting', FACE + OTHER_FACE + CELLS],
    ['another face in the same setting', OTHER_FACE + FACE + CELLS],
    ['the same shapes in another light', FACE + FACE + LIGHTER_CELLS],
    ['a picture without a fingerprint', ''],
  ])('%s is no copy', (_name, fingerprint) => {
    expect(createDuplicateCheck([A, ''])(good(fingerprint)).passed).toBe(true)
  })
})
