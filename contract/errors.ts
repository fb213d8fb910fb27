import { z } from 'zod'

/**
 * Every code an error body can carry, with its HTTP status. The list is closed: sentences live in `messages/`,
 * and a test proves that every locale has one for every code.
 */
export const ERROR_STATUS = {
  parameter_required: 400,
  parameter_invalid: 400,
  body_invalid: 400,
  file_required: 400,
  too_many_files: 400,
  token_missing: 401,
  token_invalid: 401,
  token_expired: 401,
  user_disabled: 403,
  /** A genuine token of a user who is no more. */
  account_deleted: 410,
  /** Signed in too long ago for what cannot be undone. */
  requires_recent_login: 403,
  email_unverified: 403,
  /** An operator's account was signed in to without one. */
  second_factor_required: 403,
  route_not_found: 404,
  person_not_found: 404,
  bundle_not_found: 404,
  headshot_not_found: 404,
  selfie_not_found: 404,
  upload_not_found: 404,
  file_not_found: 404,
  country_not_found: 404,
  city_not_found: 404,
  listing_not_found: 404,
  /** Unknown, or no longer to be confirmed. */
  correction_not_found: 404,
  share_not_found: 404,
  recipient_not_found: 404,
  image_share_not_found: 404,
  payment_not_found: 404,
  withdrawal_not_found: 404,
  method_not_allowed: 405,
  person_limit_reached: 409,
  /** A training is running; retry when it has ended. */
  person_busy: 409,
  /** The model is trained on these selfies, and the included retrainings are used up. */
  person_trained: 409,
  consent_required: 409,
  selfie_limit_reached: 409,
  /** The selfies of the account take all the room it has: removed ones, and those past their time, make some. */
  storage_limit_reached: 409,
  selfies_insufficient: 409,
  /** Headshots are made from good selfies alone: the owner cannot choose a refused one. */
  selfie_refused: 409,
  /** Without this selfie too few good ones would be in use. */
  selfies_needed: 409,
  bundle_not_ready: 409,
  /** Its bundle is running or deleted, the headshot did not pass, or the model was deleted. */
  reroll_unavailable: 409,
  reroll_limit_reached: 409,
  /** The bundle is not ready, was repaired before, or the time for a repair has passed. */
  repair_unavailable: 409,
  /** There is no new good selfie: the bundle was made from all of them. */
  repair_without_selfies: 409,
  /** One upscale at a time per user. */
  upscale_busy: 409,
  discount_unknown: 409,
  discount_expired: 409,
  /** All uses of the code are taken. */
  discount_used_up: 409,
  /** This user has reached the code's limit per user. */
  discount_used_by_you: 409,
  /** Reserved by another open checkout of this user. */
  discount_reserved: 409,
  discount_below_minimum: 409,
  discount_other_currency: 409,
  discount_first_bundle_only: 409,
  credits_insufficient: 409,
  referral_code_invalid: 409,
  referral_own_code: 409,
  /** Another user referred this user already. */
  referral_taken: 409,
  /** The user has bought before. */
  referral_too_late: 409,
  /** The link has expired or was revoked; another can be made. */
  share_ended: 409,
  recipient_limit_reached: 409,
  vote_limit_reached: 409,
  image_share_limit_reached: 409,
  /** A look, where no engine generates pictures. */
  style_not_offered: 409,
  /** A bank holds the money of an earlier purchase. */
  purchases_frozen: 409,
  /** Canceled, expired, or refunded: the purchase has to be started again. */
  payment_ended: 409,
  /** The customer's bank has not answered yet. */
  payment_processing: 409,
  /** The guarantee's time has passed, or no money was paid. */
  refund_refused: 409,
  /** No money was paid, so there is no receipt. */
  receipt_not_issued: 409,
  file_too_large: 413,
  body_too_large: 413,
  file_unsupported: 415,
  media_type_unsupported: 415,
  signature_invalid: 403,
  share_invalid: 403,
  /** Unknown, or its session is over. */
  handoff_invalid: 403,
  /** Another phone, or this one, has opened the code already. */
  handoff_used: 403,
  /** The code has expired, or a newer one replaced it. */
  handoff_expired: 403,
  rate_limited: 429,
  internal: 500,
  bad_response: 502,
  unavailable: 503,
  timeout: 504,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]
export const ErrorCode = z.enum(ERROR_CODES)

/** The one shape of every error answer. `requestId` is what support asks for; `parameter` names the culprit. */
export const ErrorBody = z
  .object({
    error: z.object({ code: ErrorCode, requestId: z.string(), parameter: z.string().optional() }),
  })
  .meta({ id: 'ErrorBody' })
export type ErrorBody = z.infer<typeof ErrorBody>

/** A refusal with a code of the closed list; the transport layer turns it into an `ErrorBody`. */
export class ProductError extends Error {
  override readonly name = 'ProductError'
  readonly code: ErrorCode
  readonly parameter: string | undefined
  /** Seconds the caller has to wait before a retry. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    options: { parameter?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(options.parameter === undefined ? code : `${code}: ${options.parameter}`, { cause: options.cause })
    this.code = code
    this.parameter = options.parameter
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** A mandatory parameter was absent; thrown before a request is sent. */
export class RequiredParameterError extends Error {
  override readonly name = 'RequiredParameterError'
  readonly parameter: string
  readonly operation: string

  constructor(parameter: string, operation: string) {
    super(`Required parameter "${parameter}" was null or undefined when calling ${operation}().`)
    this.parameter = parameter
    this.operation = operation
  }
}
