import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { lastMonthBefore } from './last-month.ts'

testEach<[string, string, string, string]>([
  // Summer time ends in October: its first day starts at UTC+2, November's at UTC+1.
  ['2026-11-15T12:00:00Z', '2026-10', '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
  ['2026-10-31T23:00:00Z', '2026-10', '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
  ['2026-10-31T22:59:59Z', '2026-09', '2026-08-31T22:00:00Z', '2026-09-30T22:00:00Z'],
  ['2027-01-01T00:00:00Z', '2026-12', '2026-11-30T23:00:00Z', '2026-12-31T23:00:00Z'],
])('at %s the last month is %s', (moment, month, from, until) => {
  expect(lastMonthBefore(new Date(moment))).toEqual({ month, from: new Date(from), until: new Date(until) })
})
