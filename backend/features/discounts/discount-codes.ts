import { randomInt } from 'node:crypto'
import { normalizeDiscountCode } from '#contract/discounts.ts'
import { hashOf } from '#backend/features/secret.ts'

/** Digits and letters that are unambiguous in writing and speech: 32 of them, five bits each. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 5
const GROUP_LENGTH = 4

/** A code that cannot be guessed: 100 random bits, in groups that can be typed. */
export function newSecretCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** The hash of a code's normalized spelling, by which it is found. */
export function hashOfCode(code: string): string {
  return hashOf(normalizeDiscountCode(code))
}
