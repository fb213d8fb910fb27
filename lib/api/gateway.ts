import { readBoundedBody } from './bounded-body.ts'
import {
  isProxyError,
  planProxyRequest,
  proxyError,
  type ProxyError,
  type ProxyRules,
} from './proxy-rules.ts'

export interface GatewayDeps extends ProxyRules {
  /** Without a slash at the end. */
  backendUrl: string
  fetch?: typeof fetch
}

/**
 * Hands the calls of the contract to the backend, files streaming both ways; everything else stays outside.
 * `path` is what follows the gateway's own address.
 */
export function createGateway(deps: GatewayDeps): (request: Request, path: string) => Promise<Response> {
  const { fetch: send = fetch } = deps
  return async (request, path) => {
    const { search } = new URL(request.url)
    const header = (name: string) => request.headers.get(name) ?? undefined
    const plan = planProxyRequest({ method: request.method, path, search, header }, deps)
    if (isProxyError(plan)) return answerOf(plan)
    // Ends the reading of the body as well as the wait for an answer: together they may take this long.
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), plan.timeoutMs)
    const signal = AbortSignal.any([request.signal, timeout.signal])
    try {
      const { bodyMaxBytes, requestId } = plan
      const body = bodyMaxBytes === null ? request.body : await readBoundedBody(request, bodyMaxBytes, signal)
      if (body === 'too_large') return answerOf(proxyError('body_too_large', requestId))
      const response = await send(deps.backendUrl + plan.target, {
        method: request.method,
        headers: plan.headers,
        ...(body === null ? {} : { body, duplex: 'half' }),
        redirect: 'manual',
        cache: 'no-store',
        signal,
      })
      const headers = plan.returned((name) => response.headers.get(name) ?? undefined)
      return new Response(response.body, { status: response.status, headers })
    } catch {
      return answerOf(proxyError(timeout.signal.aborted ? 'timeout' : 'unavailable', plan.requestId))
    } finally {
      // A long file on a slow line is no hang.
      clearTimeout(timer)
    }
  }
}

function answerOf({ status, headers, body }: ProxyError): Response {
  return Response.json(body, { status, headers })
}
