import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { reportedAddress } from './reported-address.ts'

testEach([
  ['https://site.example/de', 'https://site.example/de'],
  ['https://site.example/de/pricing?ref=abc234#x', 'https://site.example/de/pricing'],
  ['https://site.example/de/upload/secret', 'https://site.example/de/upload'],
  ['https://site.example/fr/share/id?token=secret', 'https://site.example/fr/share'],
  ['https://site.example/en/image/key', 'https://site.example/en/image'],
  ['https://site.example/it/persons/7/bundles/9', 'https://site.example/it/persons'],
  ['https://site.example/es/auth/action?oobCode=secret', 'https://site.example/es/auth/action'],
  ['https://site.example/de/legal/withdrawal?token=secret', 'https://site.example/de/legal/withdrawal'],
  ['$direct', ''],
])('%s is reported as %s', (address, reported) => {
  expect(reportedAddress(address)).toBe(reported)
})
