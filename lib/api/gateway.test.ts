import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { ErrorBody } from '#contract/errors.ts'
import { createGateway } from './gateway.ts'

interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

let server: Server
let received: Received[] = []
let gateway: ReturnType<typeof createGateway>

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(201, {
        'content-type': 'application/json',
        'set-cookie': 'a=b',
        'x-powered-by': 'x',
      })
      response.end('{"ok":true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  gateway = createGateway({ backendUrl: `http://127.0.0.1:${port}`, newRequestId: () => 'generated-id' })
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

async function pass(path: string, init: RequestInit = {}) {
  received = []
  const [pathname = ''] = path.split('?')
  const response = await gateway(new Request(`http://site.test/api/backend${path}`, init), pathname)
  return { response, upstream: received[0] }
}

describe('the gateway', () => {
  test.each([
    ['GET', '/persons/get_all'],
    ['GET', '/persons/training/status'],
  ])('hands on %s %s', async (method, path) => {
    const { response, upstream } = await pass(`${path}?personid=1`, { method })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({ ok: true })
    expect(upstream).toMatchObject({ method, url: `${path}?personid=1` })
  })

  test('forwards the token and who the client is, and never a cookie', async () => {
    const headers = {
      authorization: 'raw-token',
      cookie: 'session=secret',
      'x-forwarded-for': '1.2.3.4',
      [CLIENT_ADDRESS_HEADER]: '5.6.7.8',
      [GATEWAY_SECRET_HEADER]: 'proof',
      accept: 'application/json',
      'accept-language': 'de-CH',
    }
    const { upstream } = await pass('/persons/get_all', { headers })
    expect(upstream?.headers.authorization).toBe('raw-token')
    expect(upstream?.headers.accept).toBe('application/json')
    expect(upstream?.headers['accept-language']).toBe('de-CH')
    expect(upstream?.headers.cookie).toBeUndefined()
    expect(upstream?.headers['x-forwarded-for']).toBeUndefined()
    expect(upstream?.headers[CLIENT_ADDRESS_HEADER]).toBe('5.6.7.8')
    expect(upstream?.headers[GATEWAY_SECRET_HEADER]).toBe('proof')
  })

  test('returns no cookie and nothing to be kept', async () => {
    const { response } = await pass('/persons/get_all')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('x-powered-by')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('streams a body with its length', async () => {
    const body = JSON.stringify({ name: 'Mara', gender: 'female' })
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
    const { upstream } = await pass('/persons/create_new', { method: 'POST', body, headers })
    expect(upstream?.body).toBe(body)
    expect(upstream?.headers['content-length']).toBe(String(body.length))
    expect(upstream?.headers['transfer-encoding']).toBeUndefined()
  })

  test.each([
    ['given-request-id', 'given-request-id'],
    ['bad id\twith spaces', 'generated-id'],
  ])('gives the request %j the id %s', async (given, expected) => {
    const { upstream } = await pass('/persons/get_all', { headers: { 'x-request-id': given } })
    expect(upstream?.headers['x-request-id']).toBe(expected)
  })

  test.each([
    ['GET', '/persons/delete_everything', 404, 'route_not_found'],
    ['GET', '/persons/../internal', 404, 'route_not_found'],
    ['GET', '//evil.example/persons/get_all', 404, 'route_not_found'],
    ['DELETE', '/persons/get_all', 405, 'method_not_allowed'],
    ['POST', '/persons/get_all', 405, 'method_not_allowed'],
  ])('keeps %s %s outside', async (method, path, status, code) => {
    const { response, upstream } = await pass(path, { method })
    expect(response.status).toBe(status)
    expect(ErrorBody.parse(await response.json()).error).toEqual({ code, requestId: 'generated-id' })
    expect(upstream).toBeUndefined()
  })

  test('says unavailable when nobody answers', async () => {
    const alone = createGateway({ backendUrl: 'http://127.0.0.1:1' })
    const response = await alone(new Request('http://site.test/x'), '/persons/get_all')
    expect(response.status).toBe(503)
    expect(ErrorBody.parse(await response.json()).error.code).toBe('unavailable')
  })
})
