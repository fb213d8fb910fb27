import 'server-only'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import { readServerEnv } from '#lib/env.server.ts'
import { createGateway } from './gateway.ts'

let gateway: ReturnType<typeof createGateway> | undefined

/** Hands what a vendor sends to one of its hooks to the backend, byte by byte: the backend proves who sent it. */
export function handHookOn(name: EndpointName, request: Request): Promise<Response> {
  gateway ??= createGateway({ backendUrl: readServerEnv().backendUrl })
  return gateway(request, endpoints[name].path)
}
