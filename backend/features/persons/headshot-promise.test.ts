import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { outlookOf, promiseOf } from './headshot-promise.ts'

const twice = { headshotsFrom: (selfies: number) => 2 * selfies }
const always = { headshotsFrom: () => 12 }
const thrifty = { headshotsFrom: (selfies: number) => Math.floor(selfies / 4) }

testEach([
  ['of none', twice, 0, 0, 6, 12],
  ['of the fewest that are taken', twice, 4, 8, 2, 12],
  ['of five', twice, 5, 10, 1, 12],
  ['as many as there can be', twice, 6, 12, null, null],
  ['never more', twice, 20, 12, null, null],
  ['an engine that generates', always, 4, 12, null, null],
  ['one that never gets there', thrifty, 5, 1, 15, 5],
  ['more than a person may have', thrifty, 30, 7, null, null],
])('%s', (_what, engine, selfieCount, headshotCount, further, most) => {
  expect(promiseOf(engine, selfieCount)).toBe(headshotCount)
  expect(outlookOf(engine, { selfieCount, canGrow: true })).toEqual({
    selfieCount,
    headshotCount,
    further: further === null ? null : { selfieCount: further, headshotCount: most },
  })
})

test('for a model that is not retrained, no further selfies are suggested', () => {
  const outlook = { selfieCount: 5, headshotCount: 10, further: null }
  expect(outlookOf(twice, { selfieCount: 5, canGrow: false })).toEqual(outlook)
})
