import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CallError } from './call-error.ts'
import type { Client } from './client.ts'
import { uploadBySignature } from './signed-upload.ts'

let server: Server
let address: string
let status = 204
let seen: { method: string | undefined; type: string | undefined; body: string } | undefined

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-methods', 'PUT, POST')
    response.setHeader('access-control-allow-headers', 'content-type')
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')))
    request.on('end', () => {
      const { method, headers } = request
      if (method !== 'OPTIONS') seen = { method, type: headers['content-type'], body }
      response.statusCode = method === 'OPTIONS' ? 204 : status
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const call = jest.fn<(name: string, input: object) => Promise<unknown>>()
// The generic call, by one name at a time.
const client = { call } as unknown as Pick<Client, 'call'>
const file = new File([new Uint8Array(2000)], 'me.png', { type: 'image/png' })
const send = () => uploadBySignature(client, 'person', file, { onProgress: () => undefined })
const objectKey = 'persons/1/selfies/2/original'

function offer(upload: object) {
  const signed = {
    objectKey,
    url: address,
    method: 'PUT',
    fields: {},
    headers: {},
    maxBytes: 5000,
    ...upload,
  }
  call.mockImplementation((name) => Promise.resolve(name === 'presignUpload' ? signed : { id: 'selfie' }))
}

beforeEach(() => {
  status = 204
  seen = undefined
  call.mockReset()
})

test('a signed PUT is the file itself, under the type that was signed, and is registered', async () => {
  offer({ headers: { 'content-type': 'image/png' } })
  expect(await send()).toEqual({ id: 'selfie' })
  expect(seen).toMatchObject({ method: 'PUT', type: 'image/png' })
  expect(seen?.body).toHaveLength(2000)
  expect(call.mock.calls.map(([name, input]) => [name, input])).toEqual([
    ['presignUpload', { query: { personid: 'person', media_type: 'image/png', consent_version: undefined } }],
    ['registerUpload', { query: { personid: 'person' }, body: { objectKey, fileName: 'me.png' } }],
  ])
})

test('a signed POST is a form with its fields first and the file last', async () => {
  offer({ method: 'POST', fields: { policy: 'p', signature: 's' } })
  await send()
  expect(seen?.method).toBe('POST')
  const places = ['policy', 'signature', 'file'].map((name) => seen?.body.indexOf(`name="${name}"`) ?? -1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(0)
})

test.each([
  [413, 'file_too_large'],
  [403, 'signature_invalid'],
  [500, 'unavailable'],
])('what storage refuses with %i is %s, and is not registered', async (answer, code) => {
  status = answer
  offer({})
  await expect(send()).rejects.toMatchObject({ code })
  expect(call).toHaveBeenCalledTimes(1)
})

test('what is too large is not sent', async () => {
  offer({ maxBytes: 1999 })
  await expect(send()).rejects.toBeInstanceOf(CallError)
  expect(seen).toBeUndefined()
})
