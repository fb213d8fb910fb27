import { z } from 'zod'
import { isGuessable, PASSWORD_MIN_LENGTH } from './password.ts'

/** Rough on purpose: only the mail that arrives proves an address. */
const Email = z
  .string()
  .trim()
  .regex(/^\S+@\S+\.\S+$/)

/** An existing password: today's rules for new ones may not fit it. */
export const KnownPassword = z.object({ password: z.string().min(1) })
export const EmailOnly = z.object({ email: Email })
export const KnownCredentials = EmailOnly.extend(KnownPassword.shape)

/** A password that is chosen for this address: `too_small`, or `custom` for one that anybody would guess. */
export function newPassword(email: string) {
  return z.object({
    password: z
      .string()
      .min(PASSWORD_MIN_LENGTH)
      .refine((password) => !isGuessable(password, email)),
  })
}

/** Checks {@link newPassword} against the address beside it, even where the address is wrong. */
export const NewCredentials = EmailOnly.extend({ password: z.string().min(PASSWORD_MIN_LENGTH) }).refine(
  ({ email, password }) => !isGuessable(password, email),
  { path: ['password'], when: () => true },
)

/** The six digits of a text message; spaces between them do not count. */
export const MessageCode = z.object({
  code: z
    .string()
    .overwrite((typed) => typed.replace(/\s/g, ''))
    .regex(/^\d{6}$/),
})
