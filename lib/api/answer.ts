import type { EndpointDefinition, EndpointResult } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { CallError } from './call-error.ts'

/** An answer as received, over any transport. */
export interface RawAnswer {
  status: number
  text: string
  header: (name: string) => string | null
}

/**
 * Parses an answer against the contract.
 * @throws CallError with the code of the error body, or `bad_response` when the body is not the contract's
 */
export function readAnswer<D extends EndpointDefinition>(
  definition: D,
  answer: RawAnswer,
): EndpointResult<D> {
  const json = parseJson(answer.text)
  if (answer.status < 200 || answer.status > 299) throw readFailure(answer)
  const parsed = definition.response.safeParse(json)
  if (!parsed.success) throw new CallError('bad_response', { ...requestIdOf(answer), cause: parsed.error })
  // The schema of exactly this endpoint just parsed it; its general type cannot express that.
  return parsed.data as EndpointResult<D>
}

/** Reads a refusal's error. */
export function readFailure(answer: RawAnswer): CallError {
  const body = ErrorBody.safeParse(parseJson(answer.text))
  const seconds = Number(answer.header('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? { retryAfterMs: seconds * 1000 } : {}
  if (!body.success) {
    return new CallError(answer.status >= 500 ? 'unavailable' : 'bad_response', {
      ...requestIdOf(answer),
      ...retryAfter,
    })
  }
  const { code, requestId, parameter } = body.data.error
  return new CallError(code, { requestId, ...(parameter === undefined ? {} : { parameter }), ...retryAfter })
}

function requestIdOf(answer: RawAnswer): { requestId?: string } {
  const requestId = answer.header('x-request-id')
  return requestId === null ? {} : { requestId }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
