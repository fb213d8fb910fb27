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
        STUDIO_CUT_OUT_NET: text
          .optional()
          .describe(
            'Another net that cuts people out: an ONNX file read as docs/models.md says; `none`: only the small one.',
          ),
      })
      .transform((env) => ({
        kind: 'studio' as const,
        threads: env.STUDIO_THREADS,
        cutOutNet: env.STUDIO_CUT_OUT_NET === 'none' ? null : env.STUDIO_CUT_OUT_NET,
      })),
  ],
  choice('studio'),
)
