import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { renderUntilEnough } from './render-until-enough.ts'

/** Each letter of `outcomes` is an item's result; `framings` gives their framings, each its own by default. */
async function run(outcomes: string, wanted: number, parallelism: number, framings?: string) {
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
  const filling = {
    items: Array.from(outcomes).keys(),
    wanted,
    parallelism,
    kept: ['z'],
    framingOf: (index: number) => framings?.[index] ?? String(index),
  }
  const error = await renderUntilEnough(filling, make).catch(String)
  return { made: made.length, order: made, most, underWay, error }
}

testEach([
  ['stops when there are enough', 'yyyyyy', 3, 2, { made: 3, most: 2 }],
  ['replaces those that failed the gate', 'ynyny', 3, 1, { made: 5, most: 1 }],
  ['ends when none is left', 'nnnn', 3, 2, { made: 4, most: 2 }],
  ['makes nothing when nothing is missing', 'yyy', 0, 2, { made: 0, most: 0 }],
  ['has no more under way than wanted', 'yyyyyy', 1, 4, { made: 1, most: 1 }],
  ['a failure ends it, after what was under way', 'y!yyyy', 6, 2, { made: 3, error: 'Error: broken' }],
])('%s', async (_name, outcomes, wanted, parallelism, expected) => {
  expect(await run(outcomes, wanted, parallelism)).toMatchObject({ ...expected, underWay: 0 })
})

testEach([
  ['of one framing one is kept', 'yyyyyy', 'ababab', [0, 1]],
  ['what stands in has the framing of what failed', 'ynyyyy', 'ababab', [0, 1, 3]],
  ['two of one framing are not under way at once', 'nyyyyy', 'ababab', [0, 1, 2]],
  ['a framing that is there already is not made again', 'yyyy', 'zzab', [2, 3]],
])('%s', async (_name, outcomes, framings, order) => {
  expect((await run(outcomes, 2, 2, framings)).order).toEqual(order)
})

test('nothing is started that may not be', async () => {
  const made: number[] = []
  const filling = {
    items: [0, 1, 2, 3],
    wanted: 4,
    parallelism: 2,
    kept: [],
    framingOf: String,
    mayStart: () => made.length < 3,
  }
  await renderUntilEnough(filling, (index) => Promise.resolve(made.push(index) > 1))
  expect(made).toEqual([0, 1, 2])
})
