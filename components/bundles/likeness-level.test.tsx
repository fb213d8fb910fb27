import { expect, test } from '@jest/globals'
import { likenessLevelOf } from './likeness-level.ts'

test.each([
  [1, 'closest'],
  [0.75, 'closest'],
  [0.74, 'close'],
  [0.5, 'close'],
  [0.34, 'fair'],
  [0.1, 'far'],
  [0, 'far'],
] as const)('a likeness of %d is told as %s', (likeness, level) => {
  expect(likenessLevelOf(likeness)).toBe(level)
})
