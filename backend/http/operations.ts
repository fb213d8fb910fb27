import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Metrics } from '#backend/providers/metrics/metrics-port.ts'
import type { Health } from './health.ts'

const LIVE_PATH = '/health/live'
const READY_PATH = '/health/ready'
/** Who asked before there were two. */
const OLD_PATH = '/healthz'
export const HEALTH_PATHS: readonly string[] = [LIVE_PATH, READY_PATH, OLD_PATH]

/** Live: the process answers, also while it stops. Ready: calls may be sent to it. Both answer with names only. */
export function registerHealth(app: FastifyInstance, health: Health): void {
  app.get(LIVE_PATH, () => ({ status: 'ok' }))
  for (const path of [READY_PATH, OLD_PATH]) {
    app.get(path, async (_request, reply) => {
      const missing = await health.missing()
      if (missing.length === 0) return { status: 'ok' }
      return reply.status(503).send({ status: 'unavailable', missing })
    })
  }
}

/** A separate server for operators, in every role, up to the end of the process. */
export function createOperations(deps: {
  health: Health
  metrics: Metrics
  logger: FastifyBaseLogger
}): FastifyInstance {
  const app = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
  })
  registerHealth(app, deps.health)
  app.get('/metrics', async (_request, reply) => {
    const { mediaType, text } = await deps.metrics.render()
    return reply.type(mediaType).header('cache-control', 'no-store').send(text)
  })
  return app
}
