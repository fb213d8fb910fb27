import type { ErrorCode } from '#contract/errors.ts'

/** The ways in which a browser's call fails: the contract's codes, or no answer at all. */
export type CallErrorCode = ErrorCode | 'network' | 'canceled'

interface Details {
  requestId?: string | undefined
  parameter?: string | undefined
  retryAfterMs?: number | undefined
  isAskedAgain?: boolean
  cause?: unknown
}

/** A call that failed. `requestId` is what support asks for; absent when no server was reached. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: CallErrorCode
  readonly requestId: string | undefined
  readonly parameter: string | undefined
  /** How long the server asks to be left alone. */
  readonly retryAfterMs: number | undefined
  /** The same is asked again by itself until there is an answer. */
  readonly isAskedAgain: boolean

  constructor(code: CallErrorCode, details: Details = {}) {
    super(code, { cause: details.cause })
    this.code = code
    this.requestId = details.requestId
    this.parameter = details.parameter
    this.retryAfterMs = details.retryAfterMs
    this.isAskedAgain = details.isAskedAgain ?? false
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

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 10_000

/** How long to wait before a service that was away is asked again, the first time being 1; a part of it is chance. */
export function pauseBeforeMs(attempt: number, error: CallError): number {
  const ceilingMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS)
  return error.retryAfterMs ?? ceilingMs * (0.5 + Math.random() / 2)
}

/** The error of something that is asked again by itself where that may help; any other as it is. */
export function askedAgain(error: unknown): unknown {
  if (!isTransient(error)) return error
  const { code, requestId, retryAfterMs, cause } = error
  return new CallError(code, { requestId, retryAfterMs, cause, isAskedAgain: true })
}
