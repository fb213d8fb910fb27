import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { overallPercent, remainingSeconds } from './training-progress.ts'

testEach([
  ['reading', 0, 0],
  ['reading', 1, 5],
  ['cutting_out', 0.5, 42],
  ['measuring', 0, 80],
  ['storing', 1, 99],
  ['storing', 7, 99],
  ['reading', -1, 0],
] as const)('%s at %d of itself is %d percent of all', (stage, fraction, expected) => {
  expect(overallPercent(stage, fraction)).toBe(expected)
})

const started = new Date('2026-01-01T10:00:00Z')
testEach([
  [null, 50, 60, null],
  [started, 4, 60, null],
  [started, 50, 60, 60],
  [started, 75, 60, 20],
  [started, 100, 60, 0],
  [started, 50, -5, 0],
])('begun at %p, %d percent after %d s leaves %p s', (startedAt, progress, afterSeconds, expected) => {
  const now = new Date(started.getTime() + afterSeconds * 1000)
  expect(remainingSeconds(startedAt, progress, now)).toBe(expected)
})
