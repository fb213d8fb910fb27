import 'server-only'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import { readServerEnv } from '#lib/env.server.ts'
import { createGateway } from './gateway.ts'

let gateway: ReturnType<typeof createGateway> | undefined

/** Forwards a vendor's webhook to the backend, byte by byte: the backend verifies its signature. */
export function forwardWebhook(name: EndpointName, request: Request): Promise<Response> {
  gateway ??= createGateway({ backendUrl: readServerEnv().backendUrl })
  return gateway(request, endpoints[name].path)
}
