import { createHash, randomInt } from 'node:crypto'
import { normalizeDiscountCode } from '#contract/discounts.ts'

/** Digits and letters that nobody takes for one another, read or heard: 32 of them, five bits each. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 5
const GROUP_LENGTH = 4

/** A code that cannot be guessed: 100 random bits, in groups that can be typed. */
export function newSecretCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** What a code is found by; found by its hash, so that how long the search takes says nothing of the code. */
export function hashOfCode(code: string): string {
  return createHash('sha256').update(normalizeDiscountCode(code)).digest('hex')
}
