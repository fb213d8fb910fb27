import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { withdrawalEndsAt } from './withdrawal-period.ts'

testEach([
  ['with its last day, not fourteen times 24 hours later', '2026-03-02T09:15:00Z', '2026-03-16T23:00:00Z'],
  ['by the day in the seller’s zone', '2026-03-02T23:30:00Z', '2026-03-17T23:00:00Z'],
  ['on Monday, when its last day is a Saturday', '2026-03-07T12:00:00Z', '2026-03-23T23:00:00Z'],
  ['on Monday, when its last day is a Sunday', '2026-03-08T12:00:00Z', '2026-03-23T23:00:00Z'],
  ['in summer time, bought in winter time', '2026-03-18T12:00:00Z', '2026-04-01T22:00:00Z'],
  ['after Easter, when its last day is Good Friday', '2026-03-20T12:00:00Z', '2026-04-07T22:00:00Z'],
  ['after Ascension Day', '2026-04-30T12:00:00Z', '2026-05-15T22:00:00Z'],
  ['after Christmas', '2026-12-10T12:00:00Z', '2026-12-28T23:00:00Z'],
  ['after New Year', '2026-12-18T12:00:00Z', '2027-01-04T23:00:00Z'],
  ['after the latest day that Easter can be', '2038-04-11T12:00:00Z', '2038-04-27T22:00:00Z'],
])('the right to withdraw ends %s', (_when, contractAt, endsAt) => {
  expect(withdrawalEndsAt(new Date(contractAt)).toISOString()).toBe(new Date(endsAt).toISOString())
})
