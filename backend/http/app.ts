import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import {
  IDEMPOTENCY_HEADER,
  IdempotencyKey,
  queryInPath,
  type CachePolicy,
  type HttpMethod,
  type RawBodyDefinition,
} from '#contract/endpoint.ts'
import { findEndpoint, type EndpointTable } from '#contract/endpoints.ts'
import { ProductError } from '#contract/errors.ts'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { localeFor } from '#contract/accept-language.ts'
import type { RawCall } from '#backend/features/call.ts'
import type { Metrics } from '#backend/providers/metrics/metrics-port.ts'
import type { SignedFiles } from '#backend/providers/storage/storage-port.ts'
import type { Admission } from './admission.ts'
import { traceCalls } from './call-spans.ts'
import type { ServedCall } from './call.ts'
import { registerBrowsablePage } from './browsable.ts'
import { toErrorBody, toProductError } from './errors.ts'
import type { Health } from './health.ts'
import { parseInput } from './input.ts'
import { createOpenApiDocument } from './openapi.ts'
import { HEALTH_PATHS, registerHealth } from './operations.ts'
import type { Principal } from './principals.ts'
import { registerStorageRoute } from './storage-route.ts'
import { incomingFiles } from './uploads.ts'

export interface AppDeps {
  /** Every served call with its handler. */
  calls: readonly ServedCall[]
  /** Admits callers, and refuses those over their rate limit. */
  admit: Admission
  /** Served at /storage/ when the storage has no server of its own. */
  signedFiles?: SignedFiles
  health: Health
  metrics: Pick<Metrics, 'callAnswered' | 'failed'>
  /** Whether the page of the calls, /docs, is served: not in production. */
  isBrowsable: boolean
  siteUrl: string
  publicUrl: string
  logger: FastifyBaseLogger
}

const REQUEST_TIMEOUT_MS = 10 * 60_000
/** How long callers leave a service alone that is away: it may be back at any moment. */
const UNAVAILABLE_RETRY_SECONDS = 2
/** So much of a refused body is read and dropped; the connection of a client that sends more is closed. */
const REFUSED_BODY_MAX_BYTES = 64 * 1024 * 1024
const METHODS: readonly HttpMethod[] = ['GET', 'POST', 'PUT']
const INCOMING_REQUEST_ID = /^[\w-]{8,64}$/

/** The API: every route is made from a definition of the contract. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    exposeHeadRoutes: false,
    // While the process stops, calls on open connections are still answered, and not with Fastify's own 503.
    return503OnClosing: false,
    genReqId: requestIdOf,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these.
      setCommonHeaders(request, reply)
      sendError(error, request, reply)
    },
  })
  const table = Object.fromEntries(deps.calls.map(({ name, definition }) => [name, definition]))
  // JSON and forms with files are all that is spoken here.
  app.removeContentTypeParser('text/plain')
  await app.register(multipart)
  app.addHook('onRequest', async (request, reply) => {
    setCommonHeaders(request, reply)
    // An unknown route is answered before its body is checked.
    return request.is404 ? answerUnknown(table, request, reply) : undefined
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    // No further call is to come on a connection that ends with the process.
    if (deps.health.isStopping()) reply.header('connection', 'close')
    readAway(request, reply)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    noteAnswer(deps.metrics, request, reply)
    done()
  })
  traceCalls(app)
  app.setErrorHandler((error, request, reply) => {
    deps.metrics.failed(error)
    return sendError(error, request, reply)
  })
  app.setNotFoundHandler((request, reply) => answerUnknown(table, request, reply))
  registerHealth(app, deps.health)
  const openApi = createOpenApiDocument(table, deps.publicUrl)
  app.get('/openapi.json', (_request, reply) => reply.send(openApi))
  if (deps.isBrowsable) registerBrowsablePage(app)
  if (deps.signedFiles) registerStorageRoute(app, deps.signedFiles, deps.siteUrl)
  for (const call of deps.calls) {
    const { raw } = call.definition
    if (raw)
      await app.register((scope, _options, done) => {
        registerRawCall(scope, deps, call, raw)
        done()
      })
    else registerCall(app, deps, call)
  }
  return app
}

function registerCall(app: FastifyInstance, deps: AppDeps, call: ServedCall, bodyLimit?: number): void {
  const { definition } = call
  for (const path of [definition.path, ...definition.aliases]) {
    const moved = queryInPath(definition, path)
    app.route({
      method: definition.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      ...(bodyLimit !== undefined && { bodyLimit }),
      handler: (request, reply) => answerCall(call, moved, request, reply),
      // Before the body is read, so that strangers cannot make us read theirs.
      onRequest: async (request) => {
        principals.set(request, await deps.admit(request, definition))
      },
    })
  }
}

/** In a scope of its own, where the body arrives as raw bytes. */
function registerRawCall(
  scope: FastifyInstance,
  deps: AppDeps,
  call: ServedCall,
  { maxBytes }: RawBodyDefinition,
): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  registerCall(scope, deps, call, maxBytes)
}

const principals = new WeakMap<FastifyRequest, Principal>()

async function answerCall(
  { name, definition, handle }: ServedCall,
  moved: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { params, query, body, files, raw, response } = definition
  if (files && !request.isMultipart()) throw new ProductError('media_type_unsupported')
  const principal = principals.get(request)
  const answer = await handle({
    ...(principal?.kind === 'user' && { uid: principal.uid }),
    ...(principal?.kind === 'share' && { share: principal.share }),
    ...(principal?.kind === 'handoff' && { handoff: principal.handoff }),
    ...(principal?.kind === 'recipient' && { recipient: principal.recipient }),
    ...(params && { params: parseInput('params', params, request.params) }),
    ...(query && { query: parseInput('query', query, queryOf(request, moved)) }),
    ...(body && { body: withOperator(parseInput('body', body, request.body), principal) }),
    ...(definition.localized && { locale: localeFor(request.headers['accept-language']) }),
    ...(definition.idempotent && { idempotencyKey: idempotencyKeyOf(name, request) }),
    ...(files && { files: incomingFiles(request, files) }),
    ...(raw && rawCallOf(raw, request)),
  })
  // Caches store one answer per language.
  if (definition.localized && definition.cache) reply.header('vary', 'accept-language')
  if (definition.stream) return sendStream(answer, definition.stream.mediaType, definition.cache, reply)
  const parsed = response.parse(answer)
  reply.header('cache-control', cacheControl(definition.cache))
  return parsed
}

/** Sets `by` to the address in the token of an operator's account; a `by` in the body is replaced. */
function withOperator(body: Record<string, unknown>, principal: Principal | undefined): object {
  const isNamed = principal?.kind === 'operator' && principal.name !== null
  return isNamed && 'by' in body ? { ...body, by: principal.name } : body
}

/**
 * Streams a file while it is made; an error aborts the connection, so that the client does not take a part for the
 * whole. An error before the first part is answered as in any other call.
 */
async function sendStream(
  answer: unknown,
  mediaType: string,
  cache: CachePolicy | undefined,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Sound by construction: the handler of a streamed call answers one.
  const made = (answer as AsyncIterable<string | Uint8Array>)[Symbol.asyncIterator]()
  const first = await made.next()
  async function* all() {
    if (first.done) return
    yield first.value
    yield* { [Symbol.asyncIterator]: () => made }
  }
  const parts = Readable.from(all(), { objectMode: false })
  return reply.header('cache-control', cacheControl(cache)).type(mediaType).send(parts)
}

/** The query, with the parameters this path carries; those override the query string. */
function queryOf({ params, query }: FastifyRequest, moved: readonly string[]): Record<string, unknown> {
  const inPath: Readonly<Record<string, unknown>> = { ...(params ?? {}) }
  return { ...(query ?? {}), ...Object.fromEntries(moved.map((name) => [name, inPath[name]])) }
}

function rawCallOf({ headers }: RawBodyDefinition, request: FastifyRequest): RawCall {
  if (!Buffer.isBuffer(request.body)) throw new ProductError('body_invalid')
  const named = headers.flatMap((header) => {
    const value = request.headers[header]
    return typeof value === 'string' ? [[header, value] as const] : []
  })
  return { rawBody: request.body, headers: Object.fromEntries(named) }
}

/** The key of one call: the operation is part of it, because other calls may use the same key. */
function idempotencyKeyOf(operation: string, request: FastifyRequest): string | undefined {
  const given = request.headers[IDEMPOTENCY_HEADER]
  if (given === undefined) return undefined
  const key = IdempotencyKey.safeParse(given)
  if (!key.success) throw new ProductError('parameter_invalid', { parameter: IDEMPOTENCY_HEADER })
  return `${operation}.${key.data}`
}

function cacheControl(policy: CachePolicy = 'no-store'): string {
  if (policy === 'no-store') return policy
  return `public, max-age=${policy.publicSeconds}, stale-while-revalidate=${policy.staleSeconds}`
}

/**
 * Reads and drops the rest of a refused body. An unread rest blocks the next call on the same connection, which a proxy may
 * use for another client; closing the connection instead would lose the answer.
 */
function readAway({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  let leftBytes = REFUSED_BODY_MAX_BYTES
  reply.removeHeader('connection')
  raw.unpipe()
  raw.on('data', (chunk: Uint8Array) => {
    leftBytes -= chunk.byteLength
    if (leftBytes < 0) raw.destroy()
  })
  raw.on('error', () => undefined)
  raw.resume()
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('cache-control', 'no-store')
}

function noteAnswer(metrics: AppDeps['metrics'], request: FastifyRequest, reply: FastifyReply): void {
  // The pattern of the route, not the address: queries carry names and signatures.
  const { method, routeOptions } = request
  const route = routeOptions.url ?? null
  if (route !== null && HEALTH_PATHS.includes(route)) return
  const { statusCode: status, elapsedTime } = reply
  metrics.callAnswered({ route: route ?? 'none', method, status, seconds: elapsedTime / 1000 })
  const ms = Math.round(elapsedTime)
  request.log.info({ method, route, status, ms }, 'answered')
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toProductError(error)
  if (known.status >= 500) request.log.error({ err: error, code: known.code }, 'failed')
  const retryAfterSeconds =
    known.retryAfterSeconds ?? (known.code === 'unavailable' ? UNAVAILABLE_RETRY_SECONDS : undefined)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply.status(known.status).type('application/json').send(toErrorBody(known, request.id))
}

function answerUnknown(table: EndpointTable, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? ''
  const allowed = METHODS.filter((method) => findEndpoint(table, method, path))
  if (allowed.length === 0) return sendError(new ProductError('route_not_found'), request, reply)
  reply.header('allow', allowed.join(', '))
  return sendError(new ProductError('method_not_allowed'), request, reply)
}

/** The gateway's id is kept, so that one id leads through all logs. */
function requestIdOf(raw: { headers: NodeJS.Dict<string | string[]> }): string {
  const given = raw.headers['x-request-id']
  return typeof given === 'string' && INCOMING_REQUEST_ID.test(given) ? given : randomUUID()
}
