import { IDEMPOTENCY_HEADER, type EndpointDefinition } from '#contract/endpoint.ts'
import { endpoints, findEndpoint, type EndpointTable } from '#contract/endpoints.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
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
  'accept-language',
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
 * Hands the calls of the endpoint table to the backend, files streaming both ways; everything else stays outside.
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
    const signal = AbortSignal.any([request.signal, timeout])
    try {
      const body = definition.files
        ? request.body
        : await readBounded(request, definition.raw?.maxBytes ?? JSON_MAX_BYTES, signal)
      if (body === 'too_large') return refuse('body_too_large', requestId)
      const response = await send(`${deps.backendUrl}${target}${new URL(request.url).search}`, {
        method: request.method,
        headers: forwardedHeaders(request, definition, requestId),
        ...(body === null ? {} : { body, duplex: 'half' }),
        redirect: 'manual',
        cache: 'no-store',
        signal,
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

/**
 * The whole body, where it is a small one: a server that refuses a longer one closes the connection while we still
 * write, and its answer is lost. What is too much is not read to its end.
 */
async function readBounded(
  request: Request,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Blob | null | 'too_large'> {
  if (request.body === null) return null
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) {
    await request.body.cancel()
    return 'too_large'
  }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let sizeBytes = 0
  const reader = request.body.getReader()
  const stop = () => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  for (;;) {
    const { done, value } = await reader.read()
    signal.throwIfAborted()
    if (done) return new Blob(chunks)
    sizeBytes += value.byteLength
    if (sizeBytes > maxBytes) {
      await reader.cancel()
      return 'too_large'
    }
    chunks.push(new Uint8Array(value))
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
