import { expect, test } from '@jest/globals'
import { makeUntilEnough } from './filling.ts'

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
