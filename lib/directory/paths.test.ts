import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { directoryPageOf, directoryPath } from './paths.ts'

testEach([
  [undefined, { kind: 'index' }],
  [['switzerland'], { kind: 'country', country: 'switzerland' }],
  [['switzerland', 'zurich'], { kind: 'city', country: 'switzerland', city: 'zurich' }],
  [['switzerland', 'zurich', 'more'], undefined],
  [['Switzerland'], undefined],
  [['..', 'etc'], undefined],
])('%j is %j', (segments, page) => {
  expect(directoryPageOf(segments)).toEqual(page)
})

test('a path is read as it was written', () => {
  const segments = directoryPath('switzerland', 'zurich').split('/').slice(2)
  expect(directoryPageOf(segments)).toEqual({ kind: 'city', country: 'switzerland', city: 'zurich' })
})
