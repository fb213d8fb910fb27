import { IDEMPOTENCY_HEADER, type EndpointDefinition } from '#contract/endpoint.ts'
import { endpoints, findEndpoint, type EndpointTable } from '#contract/endpoints.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { operatorEndpoints } from '#contract/operators.ts'
import { fillPath } from '#contract/path.ts'

/** Request headers the backend gets to see. Cookies are not among them: no call is authenticated by one. */
const FORWARDED = [
  'authorization',
  'content-type',
  'content-length',
  'accept',
  'accept-language',
  IDEMPOTENCY_HEADER,
  // `normalizeRequests` sets both on every request, over what the client sent.
  CLIENT_ADDRESS_HEADER,
  GATEWAY_SECRET_HEADER,
] as const
const RETURNED = ['content-type', 'retry-after', 'x-request-id'] as const
const REQUEST_ID = /^[\w-]{8,64}$/
const CALL_TIMEOUT_MS = 30_000
/** Twenty large files over a slow line. */
export const UPLOAD_TIMEOUT_MS = 15 * 60_000
const METHODS = ['GET', 'POST', 'PUT'] as const
/** The product's calls. Those of operators take no secret here, but the account of one (`backend/http/principals.ts`). */
const HANDED_ON: EndpointTable = { ...endpoints, ...operatorEndpoints }

/** Undefined where there is none. */
type ReadHeader = (name: string) => string | undefined

export interface Call {
  method: string
  /** The path below the gateway's own address. */
  path: string
  /** With its question mark, or empty. */
  search: string
  header: ReadHeader
}

/** How a call is handed on. */
export interface ProxyPlan {
  requestId: string
  /** Path and query at the backend. */
  target: string
  headers: Record<string, string>
  /** A body of more bytes is refused before any of it is sent; null where files stream through. */
  bodyMaxBytes: number | null
  timeoutMs: number
  /** The headers of the backend's answer that the caller gets. */
  returned: (header: ReadHeader) => Record<string, string>
}

/** An answer of the gateway's own. */
export interface ProxyError {
  status: number
  headers: Record<string, string>
  body: ErrorBody
}

export interface ProxyRules {
  /** The calls that are handed on; the product's when absent. */
  table?: EndpointTable
  newRequestId?: () => string
}

/** Whether and how a call goes on to the backend: calls of the contract do, everything else stays outside. */
export function planProxyRequest(
  { method, path, search, header }: Call,
  { table = HANDED_ON, newRequestId = () => crypto.randomUUID() }: ProxyRules = {},
): ProxyPlan | ProxyError {
  const given = header('x-request-id')
  const requestId = given !== undefined && REQUEST_ID.test(given) ? given : newRequestId()
  const found = findEndpoint(table, method, path)
  // Written anew from the parsed query, so that nothing else reaches the backend.
  const target = found && fillPath(found.pattern, found.params)
  if (found === undefined || target === undefined) {
    const isKnown = METHODS.some((other) => findEndpoint(table, other, path) !== undefined)
    return proxyError(isKnown ? 'method_not_allowed' : 'route_not_found', requestId)
  }
  const { definition } = found
  return {
    requestId,
    target: target + search,
    headers: forwardedHeaders(header, definition, requestId),
    bodyMaxBytes: definition.files ? null : (definition.raw?.maxBytes ?? JSON_MAX_BYTES),
    timeoutMs: definition.files ? UPLOAD_TIMEOUT_MS : CALL_TIMEOUT_MS,
    returned: (answered) => returnedHeaders(answered, definition, requestId),
  }
}

export function isProxyError(outcome: ProxyPlan | ProxyError): outcome is ProxyError {
  return 'status' in outcome
}

export function proxyError(code: ErrorCode, requestId: string): ProxyError {
  return {
    status: ERROR_STATUS[code],
    headers: { 'cache-control': 'no-store', 'x-request-id': requestId },
    body: { error: { code, requestId } },
  }
}

function forwardedHeaders(
  header: ReadHeader,
  { raw }: EndpointDefinition,
  requestId: string,
): Record<string, string> {
  return { 'x-request-id': requestId, ...picked([...FORWARDED, ...(raw?.headers ?? [])], header) }
}

function returnedHeaders(
  header: ReadHeader,
  { cache }: EndpointDefinition,
  requestId: string,
): Record<string, string> {
  const names = cache === undefined ? RETURNED : [...RETURNED, 'cache-control', 'vary']
  return { 'cache-control': 'no-store', 'x-request-id': requestId, ...picked(names, header) }
}

function picked(names: readonly string[], header: ReadHeader): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of names) {
    const value = header(name)
    if (value !== undefined) headers[name] = value
  }
  return headers
}
