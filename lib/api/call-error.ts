import type { ErrorCode } from '#contract/errors.ts'

/** What can go wrong with a call, seen from the browser: the contract's codes, or no answer at all. */
export type CallErrorCode = ErrorCode | 'network' | 'canceled'

/** A call that failed. `requestId` is what support asks for; absent when no server was reached. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: CallErrorCode
  readonly requestId: string | undefined
  readonly parameter: string | undefined
  /** How long the server asks to be left alone. */
  readonly retryAfterMs: number | undefined

  constructor(
    code: CallErrorCode,
    details: { requestId?: string; parameter?: string; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(code, { cause: details.cause })
    this.code = code
    this.requestId = details.requestId
    this.parameter = details.parameter
    this.retryAfterMs = details.retryAfterMs
  }
}

const TRANSIENT: readonly CallErrorCode[] = [
  'network',
  'unavailable',
  'timeout',
  'bad_response',
  'rate_limited',
]

/** Whether the same call may well succeed a moment later. */
export function isTransient(error: unknown): error is CallError {
  return error instanceof CallError && TRANSIENT.includes(error.code)
}
