import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { expect } from 'expect'
import { spyOn } from 'jest-mock'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { createNoAnalytics } from '#backend/providers/analytics/off.ts'
import type { Analytics, AnalyticsEvent, Occurrence } from '#backend/providers/analytics/analytics-port.ts'
import { createPostHogAnalytics } from '#backend/providers/analytics/posthog.ts'

const UID = 'the-uid-of-anna'
const EVENT: AnalyticsEvent = {
  name: 'headshots_ready',
  properties: { styleId: 'library', headshotCount: 12, durationSeconds: 700 },
}
const HAPPENED_AT = new Date('2026-05-01T12:00:00Z')
const occurrence = (uid: string | null = UID): Occurrence => ({
  id: randomUUID(),
  uid,
  happenedAt: HAPPENED_AT,
})
const Batch = z.object({
  api_key: z.string(),
  batch: z.array(
    z.looseObject({
      event: z.string(),
      distinct_id: z.string(),
      properties: z.record(z.string(), z.unknown()),
    }),
  ),
})

let received: { url: string | undefined; headers: string; body: string }[]
let respond: () => number
let endpoint: Awaited<ReturnType<typeof startCapture>>
let errors: Error[]
let analytics: Analytics

/** A server that accepts a PostHog client's requests. */
async function startCapture() {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
      received.push({ url: request.url, headers: JSON.stringify(request.headers), body: body.toString() })
      response.writeHead(respond(), { 'content-type': 'application/json' }).end('{"status":1}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

beforeEach(async () => {
  received = []
  errors = []
  respond = () => 200
  endpoint = await startCapture()
  analytics = createPostHogAnalytics({
    projectKey: 'phc_test',
    host: endpoint.host,
    onError: (error: Error) => errors.push(error),
  })
})
afterEach(() => endpoint.close())

const events = () => received.flatMap(({ body }) => Batch.parse(JSON.parse(body)).batch)

test('closing sends the remaining events: each with a pseudonym, and without personal data', async () => {
  const [told, ofVisitor] = [occurrence(), occurrence(null)]
  analytics.capture(EVENT, told)
  analytics.capture(EVENT, ofVisitor)
  analytics.capture(EVENT, occurrence())
  expect(received).toEqual([])
  await analytics.close()
  const [first, second, third] = events()
  expect(events()).toHaveLength(3)
  expect(first).toMatchObject({
    event: 'headshots_ready',
    uuid: told.id,
    timestamp: HAPPENED_AT.toISOString(),
    properties: { ...EVENT.properties, $process_person_profile: false, $geoip_disable: true },
  })
  expect(first?.distinct_id).toMatch(/^[0-9a-f]{32}$/)
  expect(third?.distinct_id).toBe(first?.distinct_id)
  expect(second?.distinct_id).toBe(ofVisitor.id)
  const sent = received.map(({ headers, body }) => headers + body).join()
  expect(sent).not.toContain(UID)
  expect(Object.keys(first?.properties ?? {}).sort()).toEqual([
    ...['$geoip_disable', '$is_server', '$lib', '$lib_version', '$process_person_profile'],
    ...['durationSeconds', 'headshotCount', 'styleId'],
  ])
})

test('many events are sent in few requests', async () => {
  for (let n = 0; n < 100; n++) analytics.capture(EVENT, occurrence())
  await analytics.close()
  expect(events()).toHaveLength(100)
  expect(received.length).toBeLessThanOrEqual(10)
})

test('a failing service delays no caller, and is reported', async () => {
  // The SDK says so here too.
  const spoken = spyOn(console, 'error').mockImplementation(() => undefined)
  respond = () => 400
  analytics.capture(EVENT, occurrence())
  await analytics.close()
  expect(errors).not.toEqual([])
  spoken.mockRestore()
})

test('no service is configured: no event is sent', async () => {
  const none = createNoAnalytics()
  none.capture(EVENT, occurrence())
  await none.close()
  expect(received).toEqual([])
})
