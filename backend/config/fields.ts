import { z } from 'zod'

export const text = z.string({ error: 'is missing' })
const SECRET_LENGTH_LEAST = 32
const SECRET_VALUES_MOST = 2
/**
 * A secret, or two with a space or a line between them while one takes the place of the other: the first is used, both are
 * taken.
 */
export const secretsOf = (value: z.ZodType<string, string>) =>
  text
    .transform((given) => given.split(/\s+/).filter(Boolean))
    .pipe(z.array(value).min(1, 'is missing').max(SECRET_VALUES_MOST, 'has more than two values'))
export const secrets = secretsOf(
  text.min(SECRET_LENGTH_LEAST, `is shorter than ${SECRET_LENGTH_LEAST} characters`),
)
export const port = z.coerce.number().int().min(1).max(65_535)
export const count = (most: number) => z.coerce.number().int().min(1).max(most)
export const choice = (...names: string[]) => ({ error: `is none of ${names.join(', ')}` })
export const isSet = z.enum(['0', '1'])

export const dataDir = text.describe('The folder of everything that is kept on this machine.')
