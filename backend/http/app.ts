import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { EndpointDefinition, HttpMethod } from '#contract/endpoint.ts'
import { ENDPOINT_NAMES, endpoints, findEndpoint } from '#contract/endpoints.ts'
import { ProductError } from '#contract/errors.ts'
import type { Identity } from '#backend/providers/identity/port.ts'
import type { SignedFiles } from '#backend/providers/storage/port.ts'
import { toErrorBody, toProductError } from './errors.ts'
import type { Handlers } from './handlers.ts'
import { parseInput } from './input.ts'
import { createOpenApiDocument } from './openapi.ts'
import { registerStorageRoute } from './storage-route.ts'
import { incomingFiles } from './uploads.ts'

export interface AppDeps {
  handlers: Handlers
  identity: Identity
  /** Served at /storage/ when the storage has no server of its own. */
  signedFiles?: SignedFiles
  /** Throws when the process cannot do its work. */
  checkHealth: () => Promise<void>
  siteUrl: string
  publicUrl: string
  logger: FastifyBaseLogger
}

const HEALTH_PATH = '/healthz'
const JSON_MAX_BYTES = 64 * 1024
const REQUEST_TIMEOUT_MS = 10 * 60_000
const METHODS: readonly HttpMethod[] = ['GET', 'POST', 'PUT']
const INCOMING_REQUEST_ID = /^[\w-]{8,64}$/

/** The API: every route is made from the endpoint table. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    exposeHeadRoutes: false,
    genReqId: requestIdOf,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  })
  // JSON and forms with files are all that is spoken here.
  app.removeContentTypeParser('text/plain')
  await app.register(multipart)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    // The pattern of the route, not the address: queries carry names and signatures.
    const { method, routeOptions } = request
    if (routeOptions.url === HEALTH_PATH) return
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ method, route: routeOptions.url ?? null, status: reply.statusCode, ms }, 'answered')
  })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(answerUnknown)
  app.get(HEALTH_PATH, async () => {
    await deps.checkHealth().catch((cause: unknown) => {
      throw new ProductError('unavailable', { cause })
    })
    return { status: 'ok' }
  })
  const openApi = createOpenApiDocument(deps.publicUrl)
  app.get('/openapi.json', (_request, reply) => reply.send(openApi))
  if (deps.signedFiles) registerStorageRoute(app, deps.signedFiles, deps.siteUrl)
  for (const name of ENDPOINT_NAMES) {
    const definition: EndpointDefinition = endpoints[name]
    // Sound by construction: what `answerCall` passes is parsed by the definition of the same name.
    const handle = deps.handlers[name] as (call: object) => Promise<unknown>
    for (const url of [definition.path, ...definition.aliases]) {
      app.route({
        method: definition.method,
        url,
        handler: (request) => answerCall(definition, handle, request),
        // Before the body is read, so that strangers cannot make us read theirs.
        onRequest: (request) => authorize(definition, deps.identity, request),
      })
    }
  }
  return app
}

/** @throws IdentityError, ProductError email_unverified */
async function authorize(
  definition: EndpointDefinition,
  identity: Identity,
  request: FastifyRequest,
): Promise<void> {
  if (definition.auth === 'public' || definition.auth === 'share') return
  const caller = await identity.verify(tokenOf(request))
  if (definition.auth === 'verified' && !caller.emailVerified) throw new ProductError('email_unverified')
  callers.set(request, caller.uid)
}

const callers = new WeakMap<FastifyRequest, string>()

/** The token stands raw in the header; the customary scheme before it is tolerated. */
function tokenOf(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim()
}

async function answerCall(
  definition: EndpointDefinition,
  handle: (call: object) => Promise<unknown>,
  request: FastifyRequest,
): Promise<unknown> {
  const { query, body, files, response } = definition
  if (files && !request.isMultipart()) throw new ProductError('media_type_unsupported')
  const answer = await handle({
    uid: callers.get(request),
    ...(query && { query: parseInput('query', query, request.query) }),
    ...(body && { body: parseInput('body', body, request.body) }),
    ...(files && { files: incomingFiles(request, files) }),
  })
  return response.parse(answer)
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toProductError(error)
  if (known.status >= 500) request.log.error({ err: error, code: known.code }, 'failed')
  return reply.status(known.status).type('application/json').send(toErrorBody(known, request.id))
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? ''
  const allowed = METHODS.filter((method) => findEndpoint(method, path))
  if (allowed.length === 0) return sendError(new ProductError('route_not_found'), request, reply)
  reply.header('allow', allowed.join(', '))
  return sendError(new ProductError('method_not_allowed'), request, reply)
}

/** The gateway's id is kept, so that one id leads through all logs. */
function requestIdOf(raw: { headers: NodeJS.Dict<string | string[]> }): string {
  const given = raw.headers['x-request-id']
  return typeof given === 'string' && INCOMING_REQUEST_ID.test(given) ? given : randomUUID()
}
