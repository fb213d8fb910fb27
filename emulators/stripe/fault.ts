/** What Stripe says of a call that failed: the members of `error` in its answer. */
export interface FaultBody {
  type: 'invalid_request_error' | 'card_error' | 'api_error' | 'idempotency_error' | 'rate_limit_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
}

/** A call that is answered by an error. */
export class StripeFault extends Error {
  override readonly name = 'StripeFault'
  readonly status: number
  readonly body: FaultBody

  constructor(status: number, body: FaultBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const invalid = (message: string, details: { code?: string; param?: string } = {}): StripeFault =>
  new StripeFault(400, { type: 'invalid_request_error', message, ...details })

/** `what` is Stripe's name of the object, `param` the parameter that named it. */
export const missing = (what: string, id: string, param: string): StripeFault =>
  new StripeFault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })
