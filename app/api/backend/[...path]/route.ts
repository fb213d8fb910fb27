import { createGateway } from '#lib/api/gateway.ts'
import { readServerEnv } from '#lib/env.server.ts'

const PREFIX = '/api/backend'
let gateway: ReturnType<typeof createGateway> | undefined

function handle(request: Request): Promise<Response> {
  gateway ??= createGateway({ backendUrl: readServerEnv().backendUrl })
  return gateway(request, new URL(request.url).pathname.slice(PREFIX.length))
}

export { handle as GET, handle as POST, handle as PUT, handle as PATCH, handle as DELETE }
