import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { UPLOAD_TIMEOUT_MS } from '#lib/api/proxy-rules.ts'
import { FAILURE_POLICY } from '#lib/content-policy/policy.ts'
import type { SiteServer } from '#lib/env.ts'
import { sharedCacheControl } from './cache-control.ts'
import { clientAddress, decodableTarget, isServedMethod } from './request-rules.ts'

/** Node's diagnostics channel; it publishes each request before the server's listener gets it. */
const REQUEST_START = 'http.server.request.start'
/** Answers 405 (`app/api/method-not-allowed/`). */
const NOT_ALLOWED = '/api/method-not-allowed'
const POLICY = 'content-security-policy'

interface Started {
  request: IncomingMessage
  response: ServerResponse
  server: Server
}

/**
 * Adds to Next's server what it cannot do, whichever way it was started: paths that cannot be decoded and methods that
 * no page answers become requests that Next can answer, the client's address is the one it called from, and what may be
 * cached is stated for shared caches.
 *
 * A request that comes before this was called carries no secret, so that no address it claims is believed.
 */
export function normalizeRequests(settings: SiteServer): void {
  // Node types the message as unknown.
  subscribe(REQUEST_START, (message) => normalize(message as Started, settings))
}

function normalize(
  { request, response, server }: Started,
  { trustedProxies, gatewaySecret }: SiteServer,
): void {
  server.requestTimeout = UPLOAD_TIMEOUT_MS
  const { headers, socket } = request
  // Overwrites both headers: a client may have sent them.
  headers[CLIENT_ADDRESS_HEADER] = clientAddress(
    socket.remoteAddress,
    headers['x-forwarded-for']?.toString(),
    trustedProxies,
  )
  headers[GATEWAY_SECRET_HEADER] = gatewaySecret ?? ''
  request.url = decodableTarget(request.url ?? '/')
  if (!isServedMethod(request.method)) {
    request.method = 'GET'
    request.url = NOT_ALLOWED
  }
  completeHeaders(response)
}

/** Status and headers are known together only when they are written. */
function completeHeaders(response: ServerResponse): void {
  const write = response.writeHead.bind(response)
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const said = response.getHeader('cache-control')?.toString()
    const shared = sharedCacheControl(status, said)
    if (shared !== undefined && shared !== said) response.setHeader('cache-control', shared)
    if (status >= 500 && !response.hasHeader(POLICY)) response.setHeader(POLICY, FAILURE_POLICY)
    // The two ways of calling it differ in what follows the status, which is handed on as it came.
    return Reflect.apply(write, response, [status, ...rest]) as ServerResponse
  }
}
