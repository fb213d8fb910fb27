import { z } from 'zod'
import { choice, count, text } from './fields.ts'

export const Engine = z.discriminatedUnion(
  'ENGINE',
  [
    z
      .object({
        ENGINE: z.literal('studio'),
        STUDIO_THREADS: count(64)
          .optional()
          .describe('Pictures worked on at a time; as many as there are processors by default.'),
        STUDIO_MATTING_NET: text
          .optional()
          .describe('The `model.json` of a net that cuts people out, MODNet say, as TensorFlow.js reads it.'),
      })
      .transform((env) => ({
        kind: 'studio' as const,
        threads: env.STUDIO_THREADS,
        mattingNet: env.STUDIO_MATTING_NET,
      })),
  ],
  choice('studio'),
)
