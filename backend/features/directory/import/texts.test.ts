import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { cleanEmail, cleanLine, cleanPhone, cleanWebsite, readPosition } from './texts.ts'

testEach([
  ['https://studio.example/a?b=c', 'https://studio.example/a?b=c'],
  ['HTTP://Studio.Example', 'http://studio.example/'],
  ['www.studio.example', 'https://www.studio.example/'],
  ['studio.example:8443/x', 'https://studio.example:8443/x'],
  ['https://a.example; https://b.example', 'https://a.example/'],
  ['https://fotografie-müller.example', 'https://xn--fotografie-mller-uzb.example/'],
  ['javascript:alert(1)', undefined],
  ['JaVaScRiPt://studio.example/%0aalert(1)', undefined],
  ['data:text/html,x', undefined],
  ['ftp://studio.example', undefined],
  ['mailto:a@studio.example', undefined],
  ['tel:123', undefined],
  ['https://user:secret@studio.example', undefined],
  ['http://localhost/', undefined],
  ['http://printer.local/', undefined],
  ['http://127.0.0.1/', undefined],
  ['http://[::1]/', undefined],
  ['http://2130706433/', undefined],
  ['on request', undefined],
  ['no', undefined],
  [`https://studio.example/${'a'.repeat(600)}`, undefined],
])('website %j is %j', (given, expected) => {
  expect(cleanWebsite(given)).toBe(expected)
})

testEach([
  ['+41 44 000 00 00', '+41 44 000 00 00'],
  ['(044) 000-00.00', '(044) 000-00.00'],
  ['tel:+41440000000', '+41440000000'],
  ['+41 44 000 00 00; +41 79 000 00 00', '+41 44 000 00 00'],
  ['call me', undefined],
  ['12', undefined],
  ['+41 44 <script>', undefined],
])('phone %j is %j', (given, expected) => {
  expect(cleanPhone(given)).toBe(expected)
})

testEach([
  ['mailto:a@studio.example', 'a@studio.example'],
  ['a@studio.example;b@studio.example', 'a@studio.example'],
  ['a at studio.example', undefined],
  ['a@b', undefined],
])('e-mail %j is %j', (given, expected) => {
  expect(cleanEmail(given)).toBe(expected)
})

testEach([
  ['  Foto \t  Muster\n', 'Foto Muster'],
  ['\u202eoreM\u202c Foto', 'oreM Foto'],
  ['An\u0000na', 'Anna'],
  ['---', undefined],
  ['\u200b', undefined],
  ['x'.repeat(256), undefined],
])('line %j is %j', (given, expected) => {
  expect(cleanLine(given)).toBe(expected)
})

testEach([
  [47.4, 8.5, true],
  ['47.4', '8.5', true],
  [-90, 180, true],
  [90.1, 0, false],
  [0, -180.5, false],
  [0, 0, false],
  ['', '', false],
  ['north', 8, false],
  [Number.NaN, 8, false],
  [undefined, 8, false],
])('%j, %j is a position: %s', (latitude, longitude, expected) => {
  expect(readPosition(latitude, longitude) !== undefined).toBe(expected)
})
