import { expect, test } from '@jest/globals'
import { nextBeside } from './compare-dialog.tsx'

test.each([
  ['on', 0, 2, 1, 3, 1],
  ['over the other side', 0, 1, 1, 3, 2],
  ['back over the other side', 2, 1, -1, 3, 0],
  ['nowhere past the end', 2, 0, 1, 3, undefined],
  ['nowhere past the other side at the end', 1, 2, 1, 3, undefined],
  ['nowhere before the first', 1, 0, -1, 3, undefined],
] as const)('a side of the comparison goes %s', (_name, index, other, step, count, expected) => {
  expect(nextBeside(index, other, step, count)).toBe(expected)
})
