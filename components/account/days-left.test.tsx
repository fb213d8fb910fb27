import { expect, test } from '@jest/globals'
import { daysLeft } from './days-left.ts'

const now = new Date('2026-03-10T22:30:00Z')
test.each([
  ['2026-04-09T22:29:00Z', 'UTC', 30],
  ['2026-03-11T00:30:00Z', 'UTC', 1],
  // In Tokyo that day has begun.
  ['2026-03-11T00:30:00Z', 'Asia/Tokyo', 0],
  ['2026-03-10T23:59:00Z', 'UTC', 0],
  ['2026-03-01T12:00:00Z', 'UTC', 0],
  // Over the change to summer time.
  ['2026-03-30T22:30:00Z', 'Europe/Zurich', 21],
])('until %s in %s: %i', (at, timeZone, days) => {
  expect(daysLeft(at, now, timeZone)).toBe(days)
})
