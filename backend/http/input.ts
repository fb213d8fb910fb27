import type { z } from 'zod'
import { ProductError } from '#contract/errors.ts'
import { isStorable } from '#contract/text.ts'

/**
 * Parses the parameters of a path, a query or a body.
 * @throws ProductError parameter_required, and parameter_invalid or body_invalid, naming the first culprit
 */
export function parseInput(
  part: 'params' | 'query' | 'body',
  schema: z.ZodObject,
  given: unknown,
): Record<string, unknown> {
  const invalid = part === 'body' ? 'body_invalid' : 'parameter_invalid'
  if (part === 'body' && (typeof given !== 'object' || given === null || Array.isArray(given))) {
    throw new ProductError(invalid)
  }
  const unstorable = Object.keys(schema.shape).find((name) => !isStorableValue(valueOf(given, name)))
  if (unstorable !== undefined) throw new ProductError(invalid, { parameter: unstorable })
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const name = parsed.error.issues[0]?.path[0]
  if (typeof name !== 'string') throw new ProductError(invalid)
  const value = valueOf(given, name)
  const missing = value === undefined || value === null || value === ''
  throw new ProductError(missing ? 'parameter_required' : invalid, { parameter: name })
}

function valueOf(given: unknown, name: string): unknown {
  const { [name]: value }: Readonly<Record<string, unknown>> = { ...(given ?? {}) }
  return value
}

/**
 * Whether every nested text of the value can be stored: no stored text has control characters, independent of its
 * schema.
 */
function isStorableValue(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorableValue(inner))
}
