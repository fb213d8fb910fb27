import { z } from 'zod'
import { OPERATOR_NAME_LENGTH_MOST } from '#contract/operators.ts'
import { port, secrets } from './fields.ts'

/** Addresses with commas or spaces between them, in lower case. */
const operators = z
  .string()
  .transform((given) =>
    given
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .pipe(z.array(z.email({ error: 'has what is no address' }).max(OPERATOR_NAME_LENGTH_MOST)))

export const Http = z
  .object({
    BACKEND_HOST: z.string().default('127.0.0.1').describe('The address the API listens on.'),
    BACKEND_PORT: port.default(4100).describe('The port the API listens on.'),
    BACKEND_PUBLIC_URL: z
      .url()
      .default('http://localhost:4100')
      .describe('Where browsers reach the API: signed addresses of stored files start with it.'),
    OPERATIONS_PORT: port
      .optional()
      .describe(
        'The port of `/health/live`, `/health/ready` and `/metrics` (Prometheus), in every role; not for the public. ' +
          'Without it there are no metrics.',
      ),
    SITE_URL: z.url().default('http://localhost:3000').describe('Where browsers reach the site.'),
    GATEWAY_SECRET: secrets
      .optional()
      .describe(
        'Shared with the site alone, at least 32 characters: a caller that has it may say which client a call is from. ' +
          'Required in production.',
      ),
    OPERATOR_SECRET: secrets
      .optional()
      .describe(
        'What operators prove themselves by to the API, at least 32 characters: `npm run ops` sends it. Without it no such ' +
          'call exists for the command.',
      ),
    OPERATORS: operators
      .optional()
      .describe(
        'The addresses of the accounts that may open `/ops`, with commas between them. Each has to be verified, and to sign in ' +
          'with a second factor. Without any there is no such page.',
      ),
  })
  .transform((env) => ({
    host: env.BACKEND_HOST,
    port: env.BACKEND_PORT,
    publicUrl: env.BACKEND_PUBLIC_URL.replace(/\/$/, ''),
    operationsPort: env.OPERATIONS_PORT,
    siteUrl: env.SITE_URL,
    gatewaySecrets: env.GATEWAY_SECRET ?? [],
    operatorSecrets: env.OPERATOR_SECRET ?? [],
    operators: env.OPERATORS ?? [],
  }))
