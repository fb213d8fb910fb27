import { z } from 'zod'
import { choice, text } from './fields.ts'

export const Analytics = z.discriminatedUnion(
  'ANALYTICS',
  [
    z.object({ ANALYTICS: z.literal('off') }).transform(() => ({ kind: 'off' as const })),
    z
      .object({
        ANALYTICS: z.literal('posthog'),
        POSTHOG_PROJECT_KEY: text.describe("The project's key (`phc_...`), which is no secret."),
        POSTHOG_HOST: z
          .url()
          .default('https://eu.i.posthog.com')
          .describe('Where events are sent; the default keeps them in the EU.'),
      })
      .transform((env) => ({
        kind: 'posthog' as const,
        projectKey: env.POSTHOG_PROJECT_KEY,
        host: env.POSTHOG_HOST,
      })),
  ],
  choice('off', 'posthog'),
)
