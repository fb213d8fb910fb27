import { z } from 'zod'

/** Shortest and longest number with its country code (ITU-T E.164 allows fifteen digits). */
const E164 = /^\+[1-9]\d{6,14}$/

/**
 * A phone number as people write it, with its country code, as E.164: `+41 (0)79 123 45 67`, `0041 79 123 45 67`.
 * Undefined without a country code, or when it is no number.
 */
export function toE164(text: string): string | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/\(0\)/, '')
    .replace(/[\s().\-/\u2010-\u2015\u200e\u202a-\u202e]/g, '')
    .replace(/^00/, '+')
  return E164.test(plain) ? plain : undefined
}

/** A field with a number as {@link toE164} takes it; becomes that number. */
export const PhoneNumber = z.object({
  phone: z.string().transform(toE164).pipe(z.string()),
})

/** The last digits are enough to know one's own phone by. */
export function lastDigits(phoneNumber: string): string {
  return phoneNumber.slice(-4)
}
