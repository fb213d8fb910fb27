import { z } from 'zod'
import { expand } from './expand.ts'
import { invalid, StripeFault } from './fault.ts'
import { newId } from './ids.ts'
import { decodeForm, readParameters, type Values } from './parameters.ts'
import { ROUTES, routeOf } from './routes.ts'
import { API_VERSION } from './version.ts'
import type { State } from './state.ts'

/** One received call. */
export interface ApiCall {
  method: string
  path: string
  /** Without the question mark. */
  query: string
  body: string
  headers: Readonly<Record<string, string | undefined>>
}

export interface ApiAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Injected faults of the next calls. */
export interface InjectedErrors {
  /** Takes a fault for this call, if one is set. */
  take(route: string): { status: 429 | 500 | 503; afterwards: boolean } | undefined
}

const KEY_LIFE_SECONDS = 24 * 3600
const PAGING = ['limit', 'starting_after', 'ending_before']
const VERSION = /^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/

/** Answers calls of Stripe's API, version 1. `secretKey`: the only one taken; any test key when not given. */
export function createApi(state: State, secretKey: string | undefined, injected: InjectedErrors) {
  return (call: ApiCall): ApiAnswer => {
    const requestId = newId('req', 14)
    const version = call.headers['stripe-version'] ?? API_VERSION
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'request-id': requestId,
      'stripe-version': version,
      'cache-control': 'no-cache, no-store',
    }
    try {
      assertKey(call.headers.authorization, secretKey)
      if (!VERSION.test(version)) throw invalid(`Invalid Stripe API version: ${version}`)
      return answer(state, call, { requestId, headers, injected })
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error
      return answerFault(error, headers)
    }
  }
}

function answerFault({ status, body }: StripeFault, headers: Record<string, string>): ApiAnswer {
  const { code } = body
  const docs =
    code === undefined ? {} : { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }
  return { status, headers, body: `${JSON.stringify({ error: { ...body, ...docs } }, null, 2)}\n` }
}

/** @throws StripeFault */
function assertKey(authorization: string | undefined, secretKey: string | undefined): void {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  const basic =
    scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : undefined
  const key = basic ?? (scheme.toLowerCase() === 'bearer' ? value : '')
  if (key === '') {
    const message =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
    throw new StripeFault(401, { type: 'invalid_request_error', message })
  }
  const isTaken = secretKey === undefined ? /^(sk|rk)_test_\w+$/.test(key) : key === secretKey
  if (isTaken) return
  const masked = `${key.slice(0, 8)}${'*'.repeat(12)}${key.slice(-4)}`
  throw new StripeFault(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${masked}`,
  })
}

interface Context {
  requestId: string
  headers: Record<string, string>
  injected: InjectedErrors
}

/** @throws StripeFault */
function answer(state: State, call: ApiCall, context: Context): ApiAnswer {
  const { method, path } = call
  const found = routeOf(method, path.replace(/\/$/, ''))
  if (!found) {
    const message = `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
    throw new StripeFault(404, { type: 'invalid_request_error', message })
  }
  const { route, id } = found
  const form = method === 'POST' ? call.body : call.query
  const parameters = readParameters(route, decodeForm(form))
  const injected = context.injected.take(route)
  if (injected?.status === 429) {
    throw new StripeFault(429, {
      type: 'rate_limit_error',
      code: 'rate_limit',
      message: 'Too many requests hit the API too quickly.',
    })
  }
  const key = method === 'POST' ? (call.headers['idempotency-key'] ?? null) : null
  if (key !== null) {
    const replayed = replay(state, key, { path, parameters }, context)
    if (replayed) return replayed
  }
  const keep = (performed: ApiAnswer): ApiAnswer => {
    if (key === null) return performed
    const asked = { route: path, parameters: JSON.stringify(parameters), requestId: context.requestId }
    state.store.put('answers', {
      id: key,
      ...asked,
      status: performed.status,
      body: performed.body,
      at: state.now(),
    })
    return {
      ...performed,
      headers: { ...performed.headers, 'idempotency-key': key, 'original-request': context.requestId },
    }
  }
  try {
    if (injected && !injected.afterwards) throw unknownError(injected.status)
    return state.store.commit(() => {
      const performed = perform(state, { route, id, parameters, key }, context)
      return keep(injected ? answerFault(unknownError(injected.status), context.headers) : performed)
    })
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error
    // The call's changes are rolled back; its failure is stored under its key too.
    return state.store.commit(() => keep(answerFault(error, context.headers)))
  }
}

/** A server error. */
const unknownError = (status: number): StripeFault =>
  new StripeFault(status, { type: 'api_error', message: 'An unknown error occurred.' })

/** The stored answer of this key. @throws StripeFault when the key belongs to another call */
function replay(
  state: State,
  key: string,
  { path, parameters }: { path: string; parameters: Values },
  { headers }: Context,
): ApiAnswer | undefined {
  const first = state.store.get('answers', key)
  if (!first || state.now() - first.at > KEY_LIFE_SECONDS) return undefined
  const other = (what: string) =>
    new StripeFault(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used ${what} they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  if (first.route !== path) throw other(`for the same endpoint ('${first.route}')`)
  if (first.parameters !== JSON.stringify(parameters)) throw other('with the same parameters')
  return {
    status: first.status,
    body: first.body,
    headers: {
      ...headers,
      'idempotency-key': key,
      'idempotent-replayed': 'true',
      'original-request': first.requestId,
      ...(first.status >= 500 && { 'stripe-should-retry': 'false' }),
    },
  }
}

/** @throws StripeFault */
function perform(
  state: State,
  asked: { route: string; id: string; parameters: Values; key: string | null },
  { requestId, headers }: Context,
): ApiAnswer {
  const { route, id, key } = asked
  const operation = ROUTES[route]
  if (!operation) throw new Error(`${route} has no operation`)
  const { expand: wanted = [], ...rest } = asked.parameters
  const paging = Object.fromEntries(Object.entries(rest).filter(([name]) => PAGING.includes(name)))
  const parameters = Object.fromEntries(Object.entries(rest).filter(([name]) => !PAGING.includes(name)))
  const result = operation(state, { id, parameters, paging, call: { requestId, idempotencyKey: key } })
  const body = expand(state, result, z.array(z.string()).parse(wanted))
  return { status: 200, headers, body: `${JSON.stringify(body, null, 2)}\n` }
}
