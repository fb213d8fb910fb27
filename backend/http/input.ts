import type { z } from 'zod'
import { ProductError } from '#contract/errors.ts'

/**
 * Parses the parameters of a path, a query or a body.
 * @throws ProductError parameter_required, and parameter_invalid or body_invalid, naming the first culprit
 */
export function parseInput(part: 'params' | 'query' | 'body', schema: z.ZodObject, given: unknown): unknown {
  const invalid = part === 'body' ? 'body_invalid' : 'parameter_invalid'
  if (part === 'body' && (typeof given !== 'object' || given === null || Array.isArray(given))) {
    throw new ProductError(invalid)
  }
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const name = parsed.error.issues[0]?.path[0]
  if (typeof name !== 'string') throw new ProductError(invalid)
  const { [name]: value }: Readonly<Record<string, unknown>> = { ...(given ?? {}) }
  const missing = value === undefined || value === null || value === ''
  throw new ProductError(missing ? 'parameter_required' : invalid, { parameter: name })
}
