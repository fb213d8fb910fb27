import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CallError } from './call-error.ts'
import type { Client } from './client.ts'
import { createSelfieSender, handoffDoor, personDoor, type SendSelfie } from './signed-upload.ts'

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

const call = jest.fn<(name: string, input: object, options: object) => Promise<unknown>>()
const upload = jest.fn<(name: string, input: object, options: object) => Promise<unknown>>()
// The generic calls, by one name at a time.
const client = { call, upload } as unknown as Pick<Client, 'call' | 'upload'>
const file = new File([new Uint8Array(2000)], 'me.png', { type: 'image/png' })
const objectKey = 'persons/1/selfies/2/original'
const options = { onProgress: () => undefined, idempotencyKey: 'key-0001' }
let sendSelfie: SendSelfie
const send = () => sendSelfie(file, options)
const called = () => call.mock.calls.map(([name]) => name)

function offer(signed: object, register: () => Promise<unknown> = () => Promise.resolve({ id: 'selfie' })) {
  const whole = {
    objectKey,
    url: address,
    method: 'PUT',
    isDirect: true,
    fields: {},
    headers: {},
    maxBytes: 5000,
    ...signed,
  }
  call.mockImplementation((name) => (name.startsWith('presign') ? Promise.resolve(whole) : register()))
}

beforeEach(() => {
  status = 204
  seen = undefined
  call.mockReset()
  upload.mockReset()
  upload.mockResolvedValue({ id: 'through us' })
  sendSelfie = createSelfieSender(personDoor(() => client, 'person'))
})

test('a signed PUT is the file itself, under the type that was signed, and is registered', async () => {
  offer({ headers: { 'content-type': 'image/png' } })
  expect(await send()).toEqual({ id: 'selfie' })
  expect(seen).toMatchObject({ method: 'PUT', type: 'image/png' })
  expect(seen?.body).toHaveLength(2000)
  expect(call.mock.calls).toEqual([
    ['presignUpload', { query: { personid: 'person', media_type: 'image/png' } }, {}],
    [
      'registerUpload',
      { query: { personid: 'person' }, body: { objectKey, fileName: 'me.png' } },
      { idempotencyKey: 'key-0001' },
    ],
  ])
  expect(upload).not.toHaveBeenCalled()
})

test('a signed POST is a form with its fields first and the file last', async () => {
  offer({ method: 'POST', fields: { policy: 'p', signature: 's' } })
  await send()
  expect(seen?.method).toBe('POST')
  const places = ['policy', 'signature', 'file'].map((name) => seen?.body.indexOf(`name="${name}"`) ?? -1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(0)
})

test('where storage is our own the file goes through us, and no further signed upload is asked for', async () => {
  offer({ isDirect: false })
  expect(await send()).toEqual({ id: 'through us' })
  await send()
  expect(seen).toBeUndefined()
  expect(called()).toEqual(['presignUpload'])
  expect(upload).toHaveBeenCalledTimes(2)
})

test.each([403, 500])(
  'what storage refuses with %i goes through us, and so does the rest',
  async (answer) => {
    status = answer
    offer({})
    expect(await send()).toEqual({ id: 'through us' })
    await send()
    expect(called()).toEqual(['presignUpload'])
    expect(upload.mock.calls[0]).toEqual([
      'uploadImages',
      { query: { personid: 'person' }, files: [file] },
      options,
    ])
  },
)

test('where nothing gets through, the direct way is tried again', async () => {
  offer({ url: 'http://127.0.0.1:9/' })
  upload.mockRejectedValueOnce(new CallError('network'))
  await expect(send()).rejects.toMatchObject({ code: 'network' })
  offer({})
  expect(await send()).toEqual({ id: 'selfie' })
})

test('after a lost answer of the registration no byte is sent twice', async () => {
  let hasFailed = false
  offer({}, () => {
    if (hasFailed) return Promise.resolve({ id: 'selfie' })
    hasFailed = true
    return Promise.reject(new CallError('network'))
  })
  await expect(send()).rejects.toMatchObject({ code: 'network' })
  seen = undefined
  expect(await send()).toEqual({ id: 'selfie' })
  expect(seen).toBeUndefined()
  expect(called()).toEqual(['presignUpload', 'registerUpload', 'registerUpload'])
})

test('a file that is too large is not sent, and one that storage finds too large is not sent through us', async () => {
  offer({ maxBytes: 1999 })
  await expect(send()).rejects.toMatchObject({ code: 'file_too_large' })
  expect(seen).toBeUndefined()
  status = 413
  offer({})
  await expect(send()).rejects.toMatchObject({ code: 'file_too_large' })
  expect(upload).not.toHaveBeenCalled()
})

test('a phone that was handed a person sends by the token of its session, straight or through us', async () => {
  sendSelfie = createSelfieSender(handoffDoor(() => client, 'session'))
  offer({ headers: { 'content-type': 'image/png' } })
  expect(await send()).toEqual({ id: 'selfie' })
  expect(call.mock.calls).toEqual([
    ['presignByHandoff', { query: { media_type: 'image/png' } }, { handoffToken: 'session' }],
    [
      'registerByHandoff',
      { body: { objectKey, fileName: 'me.png' } },
      { idempotencyKey: 'key-0001', handoffToken: 'session' },
    ],
  ])
  offer({ isDirect: false })
  expect(await send()).toEqual({ id: 'through us' })
  expect(upload.mock.calls).toEqual([
    ['uploadByHandoff', { files: [file] }, { ...options, handoffToken: 'session' }],
  ])
})
