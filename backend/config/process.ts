import { z } from 'zod'
import { choice } from './fields.ts'

export const Process = z
  .object({
    NODE_ENV: z
      .string()
      .default('development')
      .describe('`production` refuses the embedded parts and asks for credentials.'),
    ALLOW_EMBEDDED: z
      .enum(['0', '1'])
      .default('0')
      .describe('`1` takes the embedded parts in production all the same.'),
    ROLE: z
      .enum(['all', 'api', 'worker'], choice('all', 'api', 'worker'))
      .default('all')
      .describe('`api` answers, `worker` runs jobs, `all` does both in one process.'),
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
      .default('info')
      .describe('The least that is logged.'),
  })
  .transform((env) => ({
    role: env.ROLE,
    logLevel: env.LOG_LEVEL,
    isProduction: env.NODE_ENV === 'production',
    allowsEmbedded: env.ALLOW_EMBEDDED === '1',
  }))
