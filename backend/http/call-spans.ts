import { context, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HEALTH_PATHS } from './operations.ts'

const tracer = trace.getTracer('api')

/**
 * A span for each call that was admitted, named by its route: addresses carry tokens and names. It begins no other's trace:
 * who calls decides nothing about what is traced.
 */
export function traceCalls(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  // Not earlier: what reads the body leaves the context of hooks before it.
  app.addHook('preHandler', (request, _reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url
    if (route === undefined || HEALTH_PATHS.includes(route)) {
      done()
      return
    }
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': request.id }
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes })
    spans.set(request, span)
    context.with(trace.setSpan(context.active(), span), done)
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}
