import { z } from 'zod'
import { WORK_ROLES } from '../jobs/catalogue.ts'
import { choice, count } from './fields.ts'

const JOB_CONCURRENCY_MOST = 1000
/** Names for several roles. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  worker: WORK_ROLES,
  all: ['api', ...WORK_ROLES],
}
const ROLES: readonly string[] = ['api', ...WORK_ROLES, ...Object.keys(GROUPS)]

const namesIn = (value: string): string[] => value.split(',').map((name) => name.trim())

function rolesOf(names: readonly string[]) {
  const wanted = new Set(names.flatMap((name) => GROUPS[name] ?? name))
  return { answers: wanted.has('api'), works: new Set(WORK_ROLES.filter((role) => wanted.has(role))) }
}

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
      .string()
      .refine((value) => namesIn(value).every((name) => ROLES.includes(name)), choice(...ROLES))
      .default('all')
      .describe(
        'What this process does, one or several with commas: `api` answers, `checks` sees selfies, `studio` trains, renders and ' +
          'finishes, `engine` ends and deletes at the engine, `mail` sends mails and tells the analytics service, `clock` does what ' +
          'hours and hooks ask for, and reconciles; `worker` is all but `api`, `all` is all.',
      ),
    JOB_CONCURRENCY: count(JOB_CONCURRENCY_MOST)
      .default(1)
      .describe(
        'How many times as many jobs of a kind run at a time as on a machine of two processors; those of `clock` run as they are.',
      ),
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
    roles: rolesOf(namesIn(env.ROLE)),
    jobConcurrency: env.JOB_CONCURRENCY,
    logLevel: env.LOG_LEVEL,
    refundsPaused: env.REFUNDS_PAUSED === '1',
    isProduction: env.NODE_ENV === 'production',
    allowsEmbedded: env.ALLOW_EMBEDDED === '1',
  }))
