import { IDEMPOTENCY_HEADER, type EndpointDefinition } from '#contract/endpoint.ts'
import { endpoints, findEndpoint, type EndpointTable } from '#contract/endpoints.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { fillPath } from '#contract/path.ts'

export interface GatewayDeps {
  /** Without a slash at the end. */
  backendUrl: string
  /** The calls that are handed on; the product's when absent. */
  table?: EndpointTable
  fetch?: typeof fetch
  newRequestId?: () => string
}

/** Request headers the backend gets to see. Cookies are not among them: nobody is authenticated by one. */
const FORWARDED = [
  'authorization',
  'content-type',
  'content-length',
  'accept',
  IDEMPOTENCY_HEADER,
  // The site's own server sets both on every request, whatever the client sent.
  CLIENT_ADDRESS_HEADER,
  GATEWAY_SECRET_HEADER,
] as const
const RETURNED = ['content-type', 'retry-after', 'x-request-id'] as const
const REQUEST_ID = /^[\w-]{8,64}$/
const CALL_TIMEOUT_MS = 30_000
/** Twenty large files over a slow line. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000
const METHODS = ['GET', 'POST', 'PUT'] as const

/**
 * Hands the calls of the endpoint table to the backend, bodies streaming both ways; everything else stays outside.
 * `path` is what follows the gateway's own address.
 */
export function createGateway(deps: GatewayDeps): (request: Request, path: string) => Promise<Response> {
  const { table = endpoints, fetch: send = fetch } = deps
  return async (request, path) => {
    const given = request.headers.get('x-request-id')
    const requestId =
      given !== null && REQUEST_ID.test(given)
        ? given
        : (deps.newRequestId ?? crypto.randomUUID.bind(crypto))()
    const found = findEndpoint(table, request.method, path)
    // Written anew from what was understood, so that nothing else is asked for at the other end.
    const target = found && fillPath(found.pattern, found.params)
    if (found === undefined || target === undefined) {
      const known = METHODS.some((method) => findEndpoint(table, method, path) !== undefined)
      return refuse(known ? 'method_not_allowed' : 'route_not_found', requestId)
    }
    const { definition } = found
    const timeout = AbortSignal.timeout(definition.files ? UPLOAD_TIMEOUT_MS : CALL_TIMEOUT_MS)
    try {
      const response = await send(`${deps.backendUrl}${target}${new URL(request.url).search}`, {
        method: request.method,
        headers: forwardedHeaders(request, definition, requestId),
        ...(request.body === null ? {} : { body: request.body, duplex: 'half' }),
        redirect: 'manual',
        cache: 'no-store',
        signal: AbortSignal.any([request.signal, timeout]),
      })
      return new Response(response.body, {
        status: response.status,
        headers: returnedHeaders(response, definition, requestId),
      })
    } catch {
      return refuse(timeout.aborted ? 'timeout' : 'unavailable', requestId)
    }
  }
}

function forwardedHeaders(request: Request, { raw }: EndpointDefinition, requestId: string): Headers {
  const headers = new Headers({ 'x-request-id': requestId })
  for (const name of [...FORWARDED, ...(raw?.headers ?? [])]) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

function returnedHeaders(response: Response, { cache }: EndpointDefinition, requestId: string): Headers {
  const headers = new Headers({ 'cache-control': 'no-store', 'x-request-id': requestId })
  const names = cache === undefined ? RETURNED : [...RETURNED, 'cache-control']
  for (const name of names) {
    const value = response.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

function refuse(code: ErrorCode, requestId: string): Response {
  const body: ErrorBody = { error: { code, requestId } }
  return Response.json(body, {
    status: ERROR_STATUS[code],
    headers: { 'cache-control': 'no-store', 'x-request-id': requestId },
  })
}
