import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { isSameMailbox } from './mail-spelling.ts'

testEach([
  ['anna@example.org', 'anna@example.org', true],
  ['anna@example.org', 'Anna@Example.ORG', true],
  ['anna@example.org', ' anna+friend@example.org', true],
  ['anna.b@gmail.com', 'annab@googlemail.com', true],
  ['annab+1@gmail.com', 'a.n.n.a.b@gmail.com', true],
  ['ａｎｎａ@example.org', 'anna@example.org', true],
  ['anna.b@example.org', 'annab@example.org', false],
  ['anna@example.org', 'anna@example.com', false],
  ['anna@example.org', 'boris@example.org', false],
  ['anna@gmail.com', 'anna@example.org', false],
])('%j and %j are one mailbox: %s', (one, other, isSame) => {
  expect(isSameMailbox(one, other)).toBe(isSame)
  expect(isSameMailbox(other, one)).toBe(isSame)
})
