import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { agreed } from './cut-out.ts'

testEach([
  ['a body', 255, 250, 253],
  ['a soft edge', 100, 120, 110],
  ['a letter that was taken for the thing once', 240, 10, 10],
  ['a strand that one answer sees less of', 180, 100, 121],
  ['nothing', 0, 0, 0],
])('%s', (_, one, other, both) => {
  expect(agreed(one, other)).toBe(both)
  expect(agreed(other, one)).toBe(both)
})
