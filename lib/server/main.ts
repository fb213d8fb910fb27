import { createServer } from 'node:http'
import next from 'next'
import { CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { readSiteServer } from '#lib/env.ts'
import { ALLOWED_METHODS, clientAddress, decodableTarget, isServedMethod } from './door.ts'

/** A request that is still answered when the process is told to end may take this long. */
const SHUTDOWN_MAX_MS = 10_000
/** Longer than what stands before the site keeps its own idle connections, so that it never uses one closing here. */
const KEEP_ALIVE_MS = 65_000

const { host, port, trustedProxies, gatewaySecret } = readSiteServer()
const app = next({ dev: false, hostname: host, port })
await app.prepare()
const handle = app.getRequestHandler()

const server = createServer((request, response) => {
  if (!isServedMethod(request.method)) {
    response.writeHead(405, { allow: ALLOWED_METHODS, 'cache-control': 'no-store' }).end()
    return
  }
  const { headers, socket } = request
  const forwardedFor = headers['x-forwarded-for']
  // Whatever the client sent under these names.
  headers[CLIENT_ADDRESS_HEADER] = clientAddress(
    socket.remoteAddress,
    Array.isArray(forwardedFor) ? forwardedFor.join() : forwardedFor,
    trustedProxies,
  )
  headers[GATEWAY_SECRET_HEADER] = gatewaySecret ?? ''
  request.url = decodableTarget(request.url ?? '/')
  void handle(request, response)
})
server.keepAliveTimeout = KEEP_ALIVE_MS

function stop(): void {
  setTimeout(() => process.exit(0), SHUTDOWN_MAX_MS).unref()
  server.close(() => process.exit(0))
  server.closeIdleConnections()
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

server.listen(port, host, () => console.log(`The site answers at http://${host}:${port}`))
