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
    REFUNDS_PAUSED: z
      .enum(['0', '1'])
      .default('0')
      .describe(
        '`1` gives no money back and ends no paid work for its time, until it is `0` again: for an operator who looks into ' +
          'what goes wrong. Customers may still ask. `npm run ops -- pause refunds` and `resume refunds` win over it.',
      ),
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
      .default('info')
      .describe('The least that is logged.'),
  })
  .transform((env) => ({
    role: env.ROLE,
    logLevel: env.LOG_LEVEL,
    refundsPaused: env.REFUNDS_PAUSED === '1',
    isProduction: env.NODE_ENV === 'production',
    allowsEmbedded: env.ALLOW_EMBEDDED === '1',
  }))
