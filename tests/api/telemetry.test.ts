import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { z } from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import { openErrorReports } from '#contract/error-reports.ts'
import { errorLines } from '#backend/http/error-lines.ts'
import { createLog } from '#backend/http/log.ts'
import { createVendorCalls } from '#backend/providers/engine/vendor-calls.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { startTraces } from '#backend/providers/traces/otlp.ts'
import { SpanKind, trace } from '@opentelemetry/api'
import { eventually, signedIn, startBackend } from './support/backend.ts'

const KINDS = { server: 2, client: 3, consumer: 5 } as const
const Attribute = z.looseObject({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const Span = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(Attribute),
})
const Traces = z.looseObject({
  resourceSpans: z.array(z.looseObject({ scopeSpans: z.array(z.looseObject({ spans: z.array(Span) })) })),
})

/** Takes what is posted to it, and keeps it. */
async function startReceiver() {
  const bodies: { path: string; text: string }[] = []
  const server: Server = createServer((request, response) => {
    void buffer(request).then((body) => {
      bodies.push({ path: request.url ?? '', text: body.toString() })
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, bodies, close: () => server.close() }
}

let receiver: Awaited<ReturnType<typeof startReceiver>>
before(async () => {
  receiver = await startReceiver()
})
after(() => receiver.close())

test('a call, the job it enqueues and a call to a vendor are one trace, in which no token and no name stands', async () => {
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://${receiver.host}`
  const close = startTraces({ share: 1, service: 'backend' })
  const backend = await startBackend()
  const owner = signedIn(backend.app, 'owner-who-is-named')
  const { path } = endpoints.requestExport
  expect((await owner.post(path, {})).statusCode).toBe(200)
  const latest = async () => endpoints.getExport.response.parse((await owner.get(path)).json()).export
  await eventually(latest, (made) => made?.state === 'ready', 60_000)
  await backend.close()

  const vendor = createVendorCalls({
    vendor: 'vendor',
    headers: { authorization: 'the key' },
    isOwn: () => true,
    isDelivery: () => true,
  })
  await trace.getTracer('tests').startActiveSpan('a job', { kind: SpanKind.CONSUMER }, async (span) => {
    const { signal } = new AbortController()
    await vendor.read(`http://${receiver.host}/orders/an-order-id?token=secret`, {
      schema: z.object({}),
      signal,
    })
    span.end()
  })
  await close()

  const sent = receiver.bodies.filter(({ path }) => path === '/v1/traces').map(({ text }) => text)
  const spans = sent
    .flatMap((text) => Traces.parse(JSON.parse(text)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const called = spans.find(({ name }) => name === `POST ${path}`)
  const done = spans.find(({ name }) => name === 'make-export')
  expect(called).toMatchObject({ kind: KINDS.server })
  expect(done).toMatchObject({
    kind: KINDS.consumer,
    traceId: called?.traceId,
    parentSpanId: called?.spanId,
  })
  const job = spans.find(({ name }) => name === 'a job')
  const ordered = spans.find(({ name }) => name === 'vendor GET')
  expect(ordered).toMatchObject({ kind: KINDS.client, traceId: job?.traceId, parentSpanId: job?.spanId })
  for (const said of ['owner-who-is-named', 'an-order-id', 'secret', 'the key'])
    expect(sent.join('')).not.toContain(said)
})

test('errors of ours are reported with their stack and no private part, those of services that are away are not', async () => {
  receiver.bodies.length = 0
  const reports = openErrorReports(`http://key@${receiver.host}/1`, { service: 'backend' })
  const log = createLog('info', { write: () => undefined }, errorLines(reports))
  const cause = new Error('no answer from https://files.example.ch/selfie.jpg?sig=1f')
  log.error({ err: new UnavailableError('storage', { reason: 'refused' }), code: 'unavailable' }, 'failed')
  log.info({ uid: 'uid-of-anna' }, 'answered')
  log.error(
    { err: new Error('mara@example.ch is unknown', { cause }), job: 'send-mail', mailId: 'an-id-of-a-mail' },
    'job failed',
  )
  await reports.close()
  expect(receiver.bodies).toHaveLength(1)
  const [{ path, text } = { path: '', text: '' }] = receiver.bodies
  expect(path).toMatch(/^\/api\/1\/envelope\//)
  const event: unknown = JSON.parse(text.split('\n')[2] ?? '')
  expect(event).toMatchObject({
    tags: { service: 'backend', said: 'job failed', job: 'send-mail' },
    exception: {
      values: [
        { type: 'Error', value: 'no answer from [address]' },
        {
          value: '[mail] is unknown',
          stacktrace: {
            frames: expect.arrayContaining([
              expect.objectContaining({ lineno: expect.any(Number) as unknown }),
            ]) as unknown,
          },
        },
      ],
    },
  })
  for (const said of ['mara@example.ch', 'sig=1f', 'an-id-of-a-mail', 'uid-of-anna'])
    expect(text).not.toContain(said)
})
