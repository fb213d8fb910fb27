import { request as forward } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { registerStorageRoute } from '#backend/http/storage-route.ts'
import type { EngineJobId } from '#backend/providers/engine/engine-port.ts'
import { startHookServer, type HookReceiver } from '#backend/providers/engine/hook-server.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import type { SignedFiles, Storage } from '#backend/providers/storage/storage-port.ts'

const LOCAL = '127.0.0.1'
const EVERYWHERE = '0.0.0.0'

/** Hooks that came, and what the engine made of them. */
export interface Heard {
  taken(id: EngineJobId): number
  /** Hooks that were not the engine's, by their key or signature. */
  refused(): number
}

/** The one port at which an engine reaches this command: it reads its input there, and tells of its jobs. */
export interface CallbackServer {
  /** Address of the port, as the engine has to call it. */
  url: string
  /** A folder whose signed addresses lead here. */
  storage: Storage
  heard: Heard
  /** Where the engine is to tell of its jobs, once `receiveFor` names it. */
  hookBase: string
  receiveFor(receiver: Pick<HookReceiver, 'receiveHook'> & Partial<HookReceiver>): void
  close(): Promise<void>
}

/**
 * Opens the port: storage is served by the product's own route, hooks go to the product's own hook server.
 * @param options `url` null: the engine runs on this machine, so the server listens at 127.0.0.1 alone; `port` 0: a free one
 */
export async function startCallbackServer(options: {
  engine: string
  port: number
  url: string | null
  folder: string
  secret: string
  onError: (error: Error) => void
}): Promise<CallbackServer> {
  const { engine, port, folder, secret, onError } = options
  const receivers: Record<string, HookReceiver> = {}
  const hooks = await startHookServer({ port: 0, host: LOCAL, receivers, onError })
  const app = fastify()
  app.setErrorHandler((_error, _request, reply) => reply.code(404).send())
  // Its addresses name this port, which is known once it is listened at.
  const opened: { files?: Storage & SignedFiles } = {}
  const filesOf = () => opened.files ?? Promise.reject(new Error('the folder is not open yet'))
  registerStorageRoute(
    app,
    {
      open: async (...named) => (await filesOf()).open(...named),
      receive: async (...sent) => (await filesOf()).receive(...sent),
    },
    options.url ?? `http://${LOCAL}`,
  )
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
    scope.post(`/hooks/${engine}`, (request, reply) => pass(request, reply, hooks.url))
    done()
  })
  const listening = await app.listen({ port, host: options.url === null ? LOCAL : EVERYWHERE })
  const url = options.url ?? listening
  const files = await createFileStorage({
    folder: join(folder, 'files'),
    secrets: [secret],
    publicUrl: `${url}/storage`,
    isSoleWriter: true,
  })
  opened.files = files

  const taken = new Map<EngineJobId, number>()
  let refused = 0
  return {
    url,
    storage: files,
    hookBase: `${url}/hooks/${engine}`,
    heard: { taken: (id) => taken.get(id) ?? 0, refused: () => refused },
    receiveFor(receiver) {
      receivers[engine] = {
        admitsHook(headers) {
          const isAdmitted = receiver.admitsHook?.(headers) ?? true
          if (!isAdmitted) refused += 1
          return isAdmitted
        },
        async receiveHook(id, attempt, hook) {
          const isTaken = await receiver.receiveHook(id, attempt, hook)
          if (isTaken) taken.set(id, (taken.get(id) ?? 0) + 1)
          else refused += 1
          return isTaken
        },
      }
    },
    async close() {
      app.server.closeAllConnections()
      await Promise.all([app.close(), hooks.close()])
    },
  }
}

/** Hands a call to the hook server as it came, without holding its body: weights may be in it. */
async function pass(request: FastifyRequest, reply: FastifyReply, hooksUrl: string): Promise<FastifyReply> {
  const { raw } = request
  const target = new URL((raw.url ?? '').replace(/^\/hooks/, ''), hooksUrl)
  const call = forward(target, { method: 'POST', headers: raw.headers })
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve)
    call.once('error', reject)
  })
  const [{ statusCode = 502 }] = await Promise.all([
    answer.then((got) => got.resume()),
    pipeline(raw, call).catch(() => undefined),
  ])
  return reply.code(statusCode).send()
}
