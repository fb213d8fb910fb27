import { z } from 'zod'
import { StripeFault } from './fault.ts'
import type { Values } from './parameters.ts'

/**
 * The parameters that an operation acts on. What Stripe knows and the emulator does not is refused by name rather than
 * passed over.
 * @throws StripeFault
 */
export function supported<S extends z.ZodType>(schema: S, parameters: Values): z.output<S> {
  const parsed = schema.safeParse(parameters)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path =
    issue?.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : (issue?.path ?? [])
  const [first, ...rest] = path.map(String)
  const param = [first, ...rest.map((part) => `[${part}]`)].join('')
  throw new StripeFault(400, {
    type: 'invalid_request_error',
    message: `The emulator does not do this: ${param} (${issue?.message ?? ''})`,
    ...(param !== '' && { param }),
  })
}

/** Stripe's bounds of metadata. */
export const Metadata = z
  .record(z.string().max(40), z.union([z.string().max(500), z.number()]).nullable())
  .refine((metadata) => Object.keys(metadata).length <= 50)
  .transform((metadata) =>
    Object.fromEntries(
      Object.entries(metadata).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
    ),
  )
