import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApi } from './api.ts'
import { createControl, createInjectedErrors } from './control.ts'
import { createDeliveries } from './deliveries.ts'
import { ensureEndpoint } from './endpoints.ts'
import { createSite } from './page/site.ts'
import { settleDebits } from './payments.ts'
import { settleRefunds } from './refunds.ts'
import { expireOverdue } from './sessions.ts'
import { openStore } from './store.ts'
import { createState } from './state.ts'

export interface Hook {
  url: string
  secret: string
  events: string[]
}

export interface EmulatorOptions {
  /** 0 takes a free one. */
  port: number
  /** Where everything is kept; in memory alone when not given. */
  file?: string
  /** The one key that is taken; any test key when not given. */
  secretKey?: string
  /** Endpoints that are there from the start. */
  hooks?: readonly Hook[]
  /** Address for browsers, when it differs from the server's own. */
  publicUrl?: string
  random?: () => number
}

const HOST = '127.0.0.1'
const TICK_MS = 1000
const BODY_MAX_BYTES = 1_000_000

export interface Emulator {
  url: string
  close(): Promise<void>
}

/** Starts the emulator: Stripe's API under `/v1`, its pages under `/c`, commands under `/_emulator`. */
export async function startStripeEmulator(options: EmulatorOptions): Promise<Emulator> {
  const { port, file, secretKey, hooks = [], random } = options
  const store = openStore(file)
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, resolve)
  })
  const url = `http://${HOST}:${(server.address() as AddressInfo).port}`
  const clock = () => Number(store.get('settings', 'clock')?.value ?? 0)
  const state = createState({
    store,
    publicUrl: options.publicUrl ?? url,
    nowMs: () => Date.now() + 1000 * clock(),
  })
  for (const hook of hooks) ensureEndpoint(state, hook)
  const injected = createInjectedErrors()
  const deliveries = createDeliveries(state, random)
  const api = createApi(state, secretKey, injected)
  const site = createSite(state)
  const control = createControl({
    state,
    deliveries,
    injected,
    advance: (seconds) =>
      store.commit(() => store.put('settings', { id: 'clock', value: clock() + seconds })),
  })
  const timer = setInterval(() => {
    store.commit(() => {
      expireOverdue(state)
      settleRefunds(state)
      settleDebits(state)
    })
  }, TICK_MS)

  server.on('request', (request, response) => {
    void answer(request, { api, site, control })
      .catch((error: unknown) => {
        console.error(error)
        return {
          status: 500,
          headers: {},
          body: '{"error":{"type":"api_error","message":"The emulator failed."}}',
        }
      })
      .then((sent) => send(response, sent))
  })
  return {
    url,
    async close() {
      clearInterval(timer)
      deliveries.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

interface Doors {
  api: ReturnType<typeof createApi>
  site: ReturnType<typeof createSite>
  control: ReturnType<typeof createControl>
}

const JSON_HEADERS = { 'content-type': 'application/json' }

async function answer(request: IncomingMessage, { api, site, control }: Doors): Promise<Answer> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://emulator')
  const method = request.method ?? 'GET'
  const body = await readBody(request)
  const query = search.slice(1)
  if (pathname === '/healthz') return { status: 200, headers: JSON_HEADERS, body: '{"status":"ok"}' }
  if (pathname.startsWith('/v1/')) {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
    )
    return api({ method, path: pathname, query, body, headers })
  }
  if (pathname.startsWith('/_emulator/')) {
    // A page of the browser cannot send this type to another origin unasked.
    if (method === 'POST' && !request.headers['content-type']?.startsWith('application/json')) {
      return { status: 415, headers: JSON_HEADERS, body: '{"error":{"message":"send application/json"}}' }
    }
    const { status, body: told } = await control(method, pathname.slice('/_emulator/'.length), body)
    return { status, headers: JSON_HEADERS, body: JSON.stringify(told) }
  }
  const form = new URLSearchParams(method === 'POST' ? body : query)
  return site({ method, path: pathname, form, acceptLanguage: request.headers['accept-language'] })
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > BODY_MAX_BYTES) throw new Error('a body beyond all bounds')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body)
}
