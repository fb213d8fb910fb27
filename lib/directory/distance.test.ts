import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { formatDistance } from './distance.ts'

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

testEach([
  [12, 'de', '50 m'],
  [430, 'de', '450 m'],
  [960, 'de', '1 km'],
  [2_340, 'de', '2,3 km'],
  [24_900, 'fr', '25 km'],
] as const)('%p m in %p is %p', (meters, locale, written) => {
  expect(plain(formatDistance(meters, locale))).toBe(written)
})
