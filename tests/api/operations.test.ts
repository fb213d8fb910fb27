import { once } from 'node:events'
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { endpoints } from '#contract/endpoints.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'
import { multipart, signedIn, startBackend } from './support/backend.ts'
import { idToken } from './support/identity.ts'

let backend: Awaited<ReturnType<typeof startBackend>>
before(async () => {
  backend = await startBackend()
})
after(() => backend.close())

const ask = (url: string) => backend.operations.inject({ url })

test('liveness and readiness are served on both servers, also under the former path `/healthz`', async () => {
  for (const server of [backend.app, backend.operations]) {
    for (const url of ['/health/live', '/health/ready', '/healthz']) {
      const answer = await server.inject({ url })
      expect([url, answer.statusCode, answer.json()]).toEqual([url, 200, { status: 'ok' }])
    }
  }
})

test('metrics are served beside the API, not by it', async () => {
  expect((await backend.app.inject({ url: '/metrics' })).statusCode).toBe(404)
  const answer = await ask('/metrics')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('text/plain')
})

test('calls are counted by their path pattern, never by their address', async () => {
  const name = 'a-private-name'
  await signedIn(backend.app, 'anna').get(`/persons/get?personid=${name}`)
  await backend.app.inject({ url: `/nowhere/${name}` })
  const { body } = await ask('/metrics')
  expect(body).not.toContain(name)
  expect(body).toMatch(/http_call_seconds_count\{route="none",method="GET",status="404"\} [1-9]/)
  expect(body).toMatch(/nodejs_eventloop_lag_seconds \d/)
  expect(body).toMatch(/process_resident_memory_bytes \d/)
  expect(body).toContain('# TYPE payments gauge')
  expect(body).toContain('# TYPE queue_oldest_seconds gauge')
  expect(body).toContain('paid_work_seconds_left{kind="training"} 0')
  expect(body).toContain('orders_past_promise 0')
  expect(body).toContain('backup_last_success_seconds 0')
  expect(body).toMatch(/disk_free_bytes\{of="data"\} [1-9]/)
  expect(body).toMatch(/studio_peak_memory_bytes \d/)
  expect(body).not.toMatch(/metrics_unread_total\{.*\} [1-9]/)
})

/** A form that has been sent but for its last bytes. */
async function beginUpload(): Promise<{
  sending: ClientRequest
  rest: Buffer
  answer: Promise<IncomingMessage>
}> {
  const address = await backend.app.listen({ host: '127.0.0.1', port: 0 })
  const [bytes = new Uint8Array()] = await drawnSelfies('mara', 1)
  const { payload, headers } = multipart([{ field: 'files', fileName: 'mara.jpg', bytes }])
  const query = `gender=female&name=Mara&consent_version=${CONSENT_VERSION}`
  const sending = request(`${address}/persons/create_and_upload/?${query}`, {
    method: 'POST',
    // As the edge does, which keeps its connections.
    agent: new Agent({ keepAlive: true }),
    headers: { ...headers, 'content-length': payload.length, authorization: idToken('uploader') },
  })
  const answer = once(sending, 'response').then(([response]) => response as IncomingMessage)
  const half = Math.floor(payload.length / 2)
  const begun = once(backend.app.server, 'request')
  sending.write(payload.subarray(0, half))
  await begun
  return { sending, rest: payload.subarray(half), answer }
}

test('on a stop a running upload finishes, and a call that comes on an open connection is answered; the process stays live until the end, but not ready', async () => {
  const { sending, rest, answer } = await beginUpload()
  const { port } = backend.app.server.address() as AddressInfo
  const connected = once(backend.app.server, 'connection')
  const opened = connect(port, '127.0.0.1')
  await connected
  const stopped = backend.stop()
  const ready = await ask('/health/ready')
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'unavailable', missing: ['stopping'] }])
  expect((await ask('/health/live')).statusCode).toBe(200)
  opened.write('GET /persons/get_all HTTP/1.1\r\nhost: api\r\n\r\n')
  const late = await text(opened)
  sending.end(rest)
  const response = await answer
  expect(late).toMatch(/^HTTP\/1\.1 401 /)
  expect(late).toMatch(/"code":"token_missing"/)
  // Nothing more is asked on this connection: it ends with the process.
  expect(response.headers.connection).toBe('close')
  const body = await json(response)
  expect([response.statusCode, body]).toEqual([200, expect.anything()])
  expect(endpoints.createPersonAndUpload.response.parse(body).person.name).toBe('Mara')
  await stopped
})
