import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { readableHours } from './opening-hours.ts'

const words = { holidays: 'Feiertage', closed: 'geschlossen', always: 'rund um die Uhr' }

testEach([
  ['Mo-Fr 09:00-17:00', 'Mo–Fr 09:00–17:00'],
  ['Tu-Fr 09:00-12:00,13:30-18:00; Sa 10:00-16:00', 'Di–Fr 09:00–12:00, 13:30–18:00; Sa 10:00–16:00'],
  ['Mo-Sa 10:00-18:00; PH off', 'Mo–Sa 10:00–18:00; Feiertage geschlossen'],
  ['24/7', 'rund um die Uhr'],
  ['Dec: Su 12:00-17:00', 'Dez: So 12:00–17:00'],
  ['Mo-Fr "by appointment, Mo-Fr"', 'Mo–Fr by appointment, Mo-Fr'],
  ['sunrise-sunset', 'sunrise–sunset'],
])('%s reads as %s in German', (notation, expected) => {
  expect(readableHours(notation, 'de', words)).toBe(expected)
})

testEach([
  ['en', 'Mon–Fri'],
  ['fr', 'lun.–ven.'],
  ['es', 'lun–vie'],
  ['it', 'lun–ven'],
] as const)('days are named in %s', (locale, expected) => {
  expect(readableHours('Mo-Fr', locale, words)).toBe(expected)
})
