import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { hashOfCode, newSecretCode } from './discount-codes.ts'

testEach([
  ['SUMMER20', 'summer20'],
  ['SUMMER20', '  Summer 20 '],
  ['SUMMER20', 'ＳＵＭＭＥＲ２０'],
  ['ABCD-EFGH', 'abcdefgh'],
  ['ABCD-EFGH', 'ABCD–EFGH'],
  ['GRÜSSE', 'grüße'],
])('%j and %j are one code', (code, typed) => {
  expect(hashOfCode(typed)).toBe(hashOfCode(code))
})

test('other letters are another code', () => {
  expect(hashOfCode('SUMMER20')).not.toBe(hashOfCode('SUMMER2O'))
})

test('a secret code has a hundred bits in unambiguous characters, and is never repeated', () => {
  const codes = Array.from({ length: 500 }, newSecretCode)
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/)
})
