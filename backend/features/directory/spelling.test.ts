import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { beginningsOf } from './spelling.ts'

testEach([
  ['München', ['munchen']],
  ['munchen', ['munchen']],
  ['Zuerich', ['zuerich', 'zurich']],
  ['ZURICH', ['zurich']],
  ['Saint Étienne', ['saint-etienne']],
  ['Łódź', ['lodz']],
  ["L'Aquila", ['laquila']],
  ['Straße', ['strasse']],
  ['ue', ['ue']],
  ['Москва', []],
  ['%', []],
])('%s begins %j', (text, beginnings) => {
  expect(beginningsOf(text)).toEqual(beginnings)
})
