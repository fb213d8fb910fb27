import { z } from 'zod'
import { choice, count } from './fields.ts'

export const Engine = z.discriminatedUnion(
  'ENGINE',
  [
    z
      .object({
        ENGINE: z.literal('studio'),
        STUDIO_THREADS: count(64)
          .optional()
          .describe('Pictures worked on at a time; as many as there are processors by default.'),
      })
      .transform((env) => ({ kind: 'studio' as const, threads: env.STUDIO_THREADS })),
  ],
  choice('studio'),
)
