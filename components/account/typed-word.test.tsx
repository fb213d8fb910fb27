import { expect, test } from '@jest/globals'
import { isTypedWord } from './typed-word.ts'

test.each([
  ['LÖSCHEN', 'LÖSCHEN', 'de', true],
  ['  löschen ', 'LÖSCHEN', 'de', true],
  ['loeschen', 'LÖSCHEN', 'de', true],
  ['lo\u0308schen', 'LÖSCHEN', 'de', true],
  ['löschen bitte', 'LÖSCHEN', 'de', false],
  ['', 'DELETE', 'en', false],
  ['delete', 'LÖSCHEN', 'de', false],
  ['elimina', 'ELIMINAR', 'es', false],
] as const)('%j for %s: %s', (typed, word, locale, isRight) => {
  expect(isTypedWord(typed, word, locale)).toBe(isRight)
})
