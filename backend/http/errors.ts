import type { FastifyError } from 'fastify'
import { ProductError, type ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { isDatabaseUnavailable } from '#backend/providers/database/database-port.ts'
import { IdentityError } from '#backend/providers/identity/identity-port.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'

/** The framework's own refusals as product codes. A missing one is a bug. */
const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type_unsupported',
  FST_ERR_CTP_EMPTY_TYPE: 'media_type_unsupported',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'media_type_unsupported',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_invalid',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body_invalid',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body_invalid',
  FST_ERR_BAD_URL: 'route_not_found',
  FST_FILES_LIMIT: 'too_many_files',
  FST_PARTS_LIMIT: 'too_many_files',
  FST_FIELDS_LIMIT: 'body_invalid',
  FST_PROTO_VIOLATION: 'body_invalid',
}

/** The body ended early or was no valid form; the client has gone, or sent a bad request. */
export class BrokenUploadError extends Error {
  override readonly name = 'BrokenUploadError'
}

/** The error to answer for a failed call. A product refusal has no cause. */
export function toProductError(error: unknown): ProductError {
  if (error instanceof ProductError) return error
  if (error instanceof BrokenUploadError) return new ProductError('body_invalid', { cause: error })
  if (error instanceof IdentityError) return new ProductError(error.code, { cause: error })
  if (error instanceof UnavailableError || isDatabaseUnavailable(error)) {
    return new ProductError('unavailable', { cause: error })
  }
  if (error instanceof Error) {
    const code = FRAMEWORK_CODES[(error as Partial<FastifyError>).code ?? '']
    if (code) return new ProductError(code, { cause: error })
    // The JSON parser's complaint carries no code of its own.
    if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400) {
      return new ProductError('body_invalid', { cause: error })
    }
  }
  return new ProductError('internal', { cause: error })
}

export function toErrorBody(error: ProductError, requestId: string): ErrorBody {
  const { code, parameter } = error
  return { error: { code, requestId, ...(parameter === undefined ? {} : { parameter }) } }
}
