import { expect, test } from '@jest/globals'
import { beginningsOf } from './spelling.ts'

test.each([
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
