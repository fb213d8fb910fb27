import { expect, test } from '@jest/globals'
import { daysLeft } from './days-left.ts'

const now = new Date('2026-03-10T12:00:00Z')
test.each([
  ['2026-04-09T12:00:00Z', 30],
  ['2026-03-12T11:59:59Z', 1],
  ['2026-03-11T12:00:00Z', 1],
  ['2026-03-11T11:59:59Z', 0],
  ['2026-03-10T12:00:00Z', 0],
  ['2026-03-01T12:00:00Z', 0],
])('until %s: %i', (at, days) => {
  expect(daysLeft(at, now)).toBe(days)
})
