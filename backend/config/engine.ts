import { z } from 'zod'
import { COG_WEIGHTS } from '../providers/engine/cog/weights.ts'
import { choice, count, port, secrets, text } from './fields.ts'

/** The studio finishes the pictures of every engine. */
const studio = {
  STUDIO_THREADS: count(64)
    .optional()
    .describe('Pictures worked on at a time; as many as there are processors by default.'),
  STUDIO_CUT_OUT_NET: text
    .optional()
    .describe(
      'Another net that cuts people out: an ONNX file read as docs/models.md says; `none`: only the small one.',
    ),
}

function studioOf(env: { STUDIO_THREADS?: number | undefined; STUDIO_CUT_OUT_NET?: string | undefined }) {
  return {
    threads: env.STUDIO_THREADS,
    cutOutNet: env.STUDIO_CUT_OUT_NET === 'none' ? null : env.STUDIO_CUT_OUT_NET,
  }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
const address = z.url({ protocol: /^https?$/, error: 'is no http address' }).transform(withoutSlash)
const WEIGHTS = z.enum(Object.keys(COG_WEIGHTS) as [keyof typeof COG_WEIGHTS])

export const Engine = z.discriminatedUnion(
  'ENGINE',
  [
    z
      .object({ ENGINE: z.literal('studio'), ...studio })
      .transform((env) => ({ kind: 'studio' as const, ...studioOf(env) })),
    z
      .object({
        ENGINE: z.literal('cog'),
        ...studio,
        COG_ADDRESSES: text
          .transform((urls) => urls.split(',').map((url) => url.trim()))
          .pipe(z.array(address).min(1))
          .describe('Containers that train and render, with commas: one for each GPU, with one slot each.'),
        COG_WEIGHTS: WEIGHTS.describe(
          'Which weights the containers run; those whose licence forbids commercial use are refused at the start.',
        ),
        COG_HOOK_TOKEN: secrets.describe("The containers' `WEBHOOK_AUTH_TOKEN`."),
        COG_HOOK_PORT: port
          .default(4120)
          .describe(
            'Where a working process hears from the containers: a port for them alone, not for the public.',
          ),
        COG_HOOK_URL: address.describe('Address at which the containers reach that port.'),
        COG_UPLOAD_URL: address
          .optional()
          .describe(
            "The containers' `--upload-url`, where they have one: results are fetched from below it.",
          ),
        COG_DOLLARS_PER_HOUR: z.coerce
          .number()
          .min(0)
          .default(0)
          .describe('What a GPU costs; what each job cost is recorded by it.'),
      })
      .transform((env) => ({
        kind: 'cog' as const,
        ...studioOf(env),
        addresses: env.COG_ADDRESSES,
        weights: env.COG_WEIGHTS,
        hookTokens: env.COG_HOOK_TOKEN,
        hookPort: env.COG_HOOK_PORT,
        hookUrl: env.COG_HOOK_URL,
        uploadUrl: env.COG_UPLOAD_URL === undefined ? null : `${env.COG_UPLOAD_URL}/`,
        microsPerSecond: (env.COG_DOLLARS_PER_HOUR * 1_000_000) / 3600,
      })),
  ],
  choice('studio', 'cog'),
)
