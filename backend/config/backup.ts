import { z } from 'zod'
import { text } from './fields.ts'

const KEEP_DAYS = 30
const KEEP_DAYS_MOST = 3650

/** Where back-ups go, and how they are encrypted. */
export const Backup = z
  .object({
    BACKUP_TO: text
      .optional()
      .describe(
        'The folder that a back-up is written to each night, by one of the processes that run jobs; without it only by ' +
          '`npm run backup`. On another machine, mounted.',
      ),
    BACKUP_KEY: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'is not 64 hexadecimal digits')
      .optional()
      .describe(
        'Encrypts back-ups: 64 hexadecimal digits (`openssl rand -hex 32`). Keep it elsewhere as well: without it none can be ' +
          'read. Required with `BACKUP_TO`.',
      ),
    BACKUP_KEEP_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .max(KEEP_DAYS_MOST)
      .default(KEEP_DAYS)
      .describe('How long a back-up is kept; what was deleted is gone from the last one after so many days.'),
  })
  .transform((env, context) => {
    if (env.BACKUP_TO !== undefined && env.BACKUP_KEY === undefined)
      context.addIssue({ code: 'custom', message: 'BACKUP_KEY is missing: BACKUP_TO needs it', path: [] })
    return {
      folder: env.BACKUP_TO,
      key: env.BACKUP_KEY === undefined ? undefined : Buffer.from(env.BACKUP_KEY, 'hex'),
      keepDays: env.BACKUP_KEEP_DAYS,
    }
  })
