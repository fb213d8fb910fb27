import { expect, test } from '@jest/globals'
import { isTypedWord } from './typed-word.ts'

test.each([
  ['LÖSCHEN', 'LÖSCHEN', true],
  ['  löschen ', 'LÖSCHEN', true],
  ['loeschen', 'LÖSCHEN', true],
  ['lo\u0308schen', 'LÖSCHEN', true],
  ['löschen bitte', 'LÖSCHEN', false],
  ['', 'DELETE', false],
  ['delete', 'LÖSCHEN', false],
  ['elimina', 'ELIMINAR', false],
] as const)('%j for %s: %s', (typed, word, isRight) => {
  expect(isTypedWord(typed, word)).toBe(isRight)
})
