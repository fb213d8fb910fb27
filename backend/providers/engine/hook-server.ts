import fastify from 'fastify'
import type { EngineJobId } from './engine-port.ts'
import type { ReceivedHook } from './hooks-port.ts'

/** The part of an engine that a container tells of its jobs. */
export interface HookReceiver {
  /** Before the body is read: whether the caller may be who it should be. */
  admitsHook(headers: ReceivedHook['headers']): boolean
  /** False for a hook that is not the container's. The container repeats a hook whose handler throws. */
  receiveHook(id: EngineJobId, attempt: number, hook: ReceivedHook): Promise<boolean>
}

/** Weights in a data URL; a picture is far smaller. */
const BODY_MAX_BYTES = 700 * 1024 * 1024

/** Hears at `POST /{engine}?order=&attempt=`, in the operator's network, of what containers do. */
export async function startHookServer(options: {
  port: number
  host: string
  receivers: Readonly<Record<string, HookReceiver>>
  onError: (error: Error) => void
}): Promise<{ url: string; close(): Promise<void> }> {
  const { port, host, receivers, onError } = options
  const app = fastify({ bodyLimit: BODY_MAX_BYTES })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler(async (error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 503
    if (status >= 500) onError(error)
    return reply.code(status).send()
  })
  app.post<{
    Params: { engine: string }
    Querystring: { order?: string; attempt?: string }
    Body: Buffer | undefined
  }>(
    '/:engine',
    {
      onRequest: async ({ params, headers }, reply) => {
        const receiver = receivers[params.engine]
        if (!receiver) return reply.code(404).send()
        if (!receiver.admitsHook(headers)) return reply.code(401).send()
      },
    },
    async ({ params, query: { order = '', attempt }, headers, body = Buffer.alloc(0) }, reply) => {
      const isTaken = await receivers[params.engine]?.receiveHook(order, Number(attempt), {
        headers,
        body,
      })
      return reply.code(isTaken === true ? 204 : 401).send()
    },
  )
  return { url: await app.listen({ port, host }), close: () => app.close() }
}
