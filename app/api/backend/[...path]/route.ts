import { GATEWAY_PREFIX } from '#contract/gateway.ts'
import { createGateway } from '#lib/api/gateway.ts'
import { readServerEnv } from '#lib/env.server.ts'

let gateway: ReturnType<typeof createGateway> | undefined

function handle(request: Request): Promise<Response> {
  gateway ??= createGateway({ backendUrl: readServerEnv().backendUrl })
  return gateway(request, new URL(request.url).pathname.slice(GATEWAY_PREFIX.length))
}

export { handle as GET, handle as POST, handle as PUT, handle as PATCH, handle as DELETE }
