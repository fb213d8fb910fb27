import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoints } from '#contract/endpoints.ts'
import type { PreparedRequest } from './request.ts'
import { sendWithProgress } from './upload.ts'

const SIZE_BYTES = 300_000
let server: Server
let address: string
let hearSilent: () => void = () => undefined
const silentRequest = new Promise<void>((resolve) => {
  hearSilent = resolve
})
let seen: { authorization: string | undefined; sizeBytes: number } | undefined

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*, authorization')
    response.setHeader('access-control-expose-headers', 'x-request-id')
    let sizeBytes = 0
    request.on('data', (chunk: Buffer) => (sizeBytes += chunk.length))
    request.on('end', () => {
      if (request.url === '/silent' && request.method === 'POST') {
        hearSilent()
        return
      }
      if (request.method === 'POST') seen = { authorization: request.headers.authorization, sizeBytes }
      response.setHeader('x-request-id', 'request-1')
      response.statusCode = request.method === 'POST' ? 409 : 204
      response.end(request.method === 'POST' ? '{"some":"body"}' : undefined)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function request(): PreparedRequest {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(SIZE_BYTES)]), 'a.jpg')
  return { definition: endpoints.uploadImages, path: '/', body, contentType: undefined }
}

test('sends the file with the raw token, tells how far it is, and hands over the answer as it came', async () => {
  const shares: number[] = []
  const answer = await sendWithProgress(address, request(), 'raw-token', {
    onProgress: (sent) => shares.push(sent),
  })
  expect(seen?.authorization).toBe('raw-token')
  expect(seen?.sizeBytes).toBeGreaterThan(SIZE_BYTES)
  expect(shares.at(-1)).toBe(1)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(answer).toMatchObject({ status: 409, text: '{"some":"body"}' })
  expect(answer.header('x-request-id')).toBe('request-1')
})

test('stops when given up', async () => {
  const controller = new AbortController()
  const answer = sendWithProgress(`${address}/silent`, request(), undefined, {
    onProgress: () => undefined,
    signal: controller.signal,
  })
  await silentRequest
  controller.abort()
  await expect(answer).rejects.toMatchObject({ code: 'canceled' })
})

test('is not even begun when given up before', async () => {
  const options = { onProgress: () => undefined, signal: AbortSignal.abort() }
  await expect(sendWithProgress(address, request(), undefined, options)).rejects.toMatchObject({
    code: 'canceled',
  })
})
