import { createServer, type ServerResponse } from 'node:http'
import next from 'next'
import { CLIENT_ADDRESS_HEADER, GATEWAY_PREFIX, GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { UPLOAD_TIMEOUT_MS } from '#lib/api/passage.ts'
import { DATA_POLICY, FAILURE_POLICY, SECURITY_HEADERS } from '#lib/content-policy/policy.ts'
import { readSiteServer } from '#lib/env.ts'
import { ALLOWED_METHODS, clientAddress, decodableTarget, isServedMethod } from './door.ts'
import { completeFailure } from './failure.ts'
import { createNodeGateway } from './gateway.ts'
import { readBuiltFiles } from './built-files.ts'
import { keeping } from './keeping.ts'
import { createPacking } from './packing.ts'

/** A request that is still answered when the process is told to end may take this long. */
const SHUTDOWN_MAX_MS = 10_000
/** Longer than what stands before the site keeps its own idle connections, so that it never uses one closing here. */
const KEEP_ALIVE_MS = 65_000
const POLICY = 'Content-Security-Policy'
const DATA_HEADERS = { ...SECURITY_HEADERS, [POLICY]: DATA_POLICY }

const { host, port, trustedProxies, gatewaySecret, backendUrl, distDir } = readSiteServer()
const app = next({ dev: false, hostname: host, port })
await app.prepare()
const handle = app.getRequestHandler()

const passOn = createNodeGateway({ backendUrl })
const serveBuiltFile = await readBuiltFiles(distDir, SECURITY_HEADERS)
const pack = createPacking()

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
  const url = URL.parse(request.url, 'http://site.invalid')
  if (url?.pathname.startsWith(`${GATEWAY_PREFIX}/`) === true) {
    // The router's own work for a route handler is several times the gateway's.
    for (const [name, value] of Object.entries(DATA_HEADERS)) response.setHeader(name, value)
    void passOn(request, response, { path: url.pathname.slice(GATEWAY_PREFIX.length), search: url.search })
    return
  }
  if (url !== null && serveBuiltFile(request, response, url.pathname)) return
  completeHeaders(response)
  pack(request, response)
  completeFailure(request, response)
  void handle(request, response)
})
server.requestTimeout = UPLOAD_TIMEOUT_MS
server.keepAliveTimeout = KEEP_ALIVE_MS

/** Status and headers are known together only when they are written. */
function completeHeaders(response: ServerResponse): void {
  const write = response.writeHead.bind(response)
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const said = response.getHeader('cache-control')?.toString()
    const kept = keeping(status, said)
    if (kept !== undefined && kept !== said) response.setHeader('cache-control', kept)
    if (status >= 500 && !response.hasHeader(POLICY)) response.setHeader(POLICY, FAILURE_POLICY)
    // The two ways of calling it differ in what follows the status, which is handed on as it came.
    return Reflect.apply(write, response, [status, ...rest]) as ServerResponse
  }
}

function stop(): void {
  setTimeout(() => process.exit(0), SHUTDOWN_MAX_MS).unref()
  server.close(() => process.exit(0))
  server.closeIdleConnections()
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

server.listen(port, host, () => console.log(`The site answers at http://${host}:${port}`))
