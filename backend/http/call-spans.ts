import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { HEALTH_PATHS } from './operations.ts'

const tracer = trace.getTracer('api')

/**
 * A span for each admitted call, named by its route: addresses carry tokens and names. Each call begins a trace of its own; a
 * `traceparent` that the caller sends is ignored, so that no caller decides what is sampled.
 */
export function traceCalls(app: FastifyInstance): void {
  // Not earlier: what reads the body leaves the context of hooks before it.
  app.addHook('preHandler', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url
    if (route === undefined || HEALTH_PATHS.includes(route)) {
      done()
      return
    }
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': request.id }
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes })
    // Also where the caller has gone before its answer.
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    context.with(trace.setSpan(context.active(), span), done)
  })
}
