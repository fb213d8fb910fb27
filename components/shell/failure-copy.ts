import { CallError } from '#lib/api/call-error.ts'
import type { Messages } from '#lib/i18n/messages.ts'

/** What the forms of public pages can run into. Their pages carry these sentences and no others. */
const FAILURES = [
  'network',
  'timeout',
  'unavailable',
  'rate_limited',
  'internal',
  'body_invalid',
  'withdrawal_not_found',
  'correction_not_found',
  'listing_not_found',
] as const
type Failure = (typeof FAILURES)[number]

export type FailureCopy = Readonly<Record<Failure, string>>

export function failureCopyOf(errors: Messages['errors']): FailureCopy {
  const pairs = FAILURES.map((name) => [name, errors[name]] as const)
  // Each name of the list has its sentence in it.
  return Object.fromEntries(pairs) as FailureCopy
}

export function failureSentence(error: unknown, copy: FailureCopy): string {
  const code = error instanceof CallError ? error.code : 'internal'
  const known = FAILURES.find((name) => name === code)
  return copy[known ?? 'internal']
}
