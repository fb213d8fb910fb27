import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { mirrored } from './mirror.ts'

const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

testEach([
  ['bytes', Uint8Array.from(values)],
  ['a buffer', Buffer.from(values)],
  ['floats', Float32Array.from(values)],
] as const)('a mirror image of %s has its columns turned, and leaves the picture as it was', (_, pixels) => {
  expect([...mirrored(pixels, 2, 3)]).toEqual([4, 5, 6, 1, 2, 3, 10, 11, 12, 7, 8, 9])
  expect([...pixels]).toEqual(values)
})
