import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { CallFault, createFaults, HookFaults, JobFault, type Faults } from './faults.ts'
import { createHookDeliveries, type HookDeliveries } from './hook-deliveries.ts'
import { createPainter, type Painter } from './painter.ts'
import { createWorkshop, type Workshop } from './work.ts'

export interface EmulatorOptions {
  /** 0 takes a free one. */
  port: number
  /** The only key that is taken; any key without it. */
  key?: string
  /** What makes the pictures; shared by emulators of one process, and then closed by who made it. */
  painter?: Painter
  random?: () => number
}

export interface Emulator {
  url: string
  close(): Promise<void>
}

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

/** What leaves: an answer, bytes as they are, nothing while the connection stays, or a broken connection. */
type Reply = (Answer & { raw?: Uint8Array | string }) | 'hang' | 'break'

/** What every emulator is made of. */
export interface Core {
  url: string
  /** The only key that is taken; any, when undefined. */
  key: string | undefined
  now: () => number
  faults: Faults
  hooks: HookDeliveries
  workshop: Workshop
  painter: Painter
}

/** Answers a call of the vendor's protocol; null for a path that it does not have. */
export type Protocol = (core: Core) => (call: Call) => Answer | null | Promise<Answer | null>

/** An error of the vendor's protocol. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  readonly answer: Answer

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    super(`answers ${status}`)
    this.answer = { status, body, headers }
  }
}

const HOST = '127.0.0.1'
const BODY_MAX_BYTES = 256 * 1024 * 1024
const GARBAGE = '<!doctype html><title>Bad gateway</title>'

const Clock = z.strictObject({ seconds: z.number().min(0) })
const Results = z.strictObject({ lastSeconds: z.number().min(0).nullable() })

/** Starts an emulator: the vendor's protocol, its files under `/_files`, commands under `/_emulator`. */
export async function startEmulator(protocol: Protocol, options: EmulatorOptions): Promise<Emulator> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, HOST, resolve)
  })
  const url = `http://${HOST}:${(server.address() as AddressInfo).port}`
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const faults = createFaults()
  const hooks = createHookDeliveries({ now, ...(options.random && { random: options.random }) })
  const workshop = createWorkshop({ faults, now })
  const painter = options.painter ?? createPainter()
  const respond = protocol({ url, key: options.key, now, faults, hooks, workshop, painter })

  const commands: Readonly<Record<string, (body: unknown) => unknown>> = {
    calls: (body) => faults.addCall(CallFault.parse(body)),
    jobs: (body) => faults.addJob(JobFault.parse(body)),
    hooks: (body) => hooks.disturb(HookFaults.parse(body)),
    'hooks/release-reversed': () => hooks.releaseReversed(),
    results: (body) => {
      const { lastSeconds } = Results.parse(body)
      workshop.letResultsLast(lastSeconds === null ? null : lastSeconds * 1000)
    },
    clock: (body) => {
      aheadMs += Clock.parse(body).seconds * 1000
      return { now: new Date(now()).toISOString() }
    },
  }
  /** Commands for tests and people who control the emulator: `POST /_emulator/...` with JSON; `GET` shows what is there. */
  const control = async ({ method, path, headers, body }: Call): Promise<Answer> => {
    if (method === 'GET' && path === 'state') {
      const jobs = workshop.all().map(({ id, kind, state }) => ({ id, kind, state }))
      return { status: 200, body: { jobs, files: workshop.fileCount(), hooks: hooks.told() } }
    }
    const command = method === 'POST' ? commands[path] : undefined
    if (!command) return { status: 404, body: { error: { message: `no command: ${method} ${path}` } } }
    // A page of the browser cannot send this type to another origin unasked.
    if (!one(headers['content-type'])?.startsWith('application/json')) {
      return { status: 415, body: { error: { message: 'send application/json' } } }
    }
    try {
      return { status: 200, body: (await command(JSON.parse(String(body) || '{}'))) ?? {} }
    } catch (error) {
      if (!(error instanceof z.ZodError || error instanceof SyntaxError)) throw error
      return { status: 400, body: { error: { message: error.message } } }
    }
  }

  const answerTo = async (call: Call): Promise<Answer | null> => {
    try {
      return await respond(call)
    } catch (error) {
      if (error instanceof ProtocolError) return error.answer
      throw error
    }
  }
  const reply = async (call: Call): Promise<Reply> => {
    if (call.path === '/healthz') return { status: 200, body: { status: 'ok' } }
    if (call.path.startsWith('/_emulator/')) {
      return control({ ...call, path: call.path.slice('/_emulator/'.length) })
    }
    if (call.path.startsWith('/_files/')) {
      const file = workshop.file(call.path.slice('/_files/'.length).split('.')[0] ?? '')
      return file ? { status: 200, raw: file.bytes } : { status: 404 }
    }
    const fault = faults.takeCall(`${call.method} ${call.path}`)
    if (fault?.fault === 'hang') return 'hang'
    if (fault?.fault === 'status') {
      const headers =
        fault.retryAfterSeconds === undefined ? {} : { 'retry-after': String(fault.retryAfterSeconds) }
      return { status: fault.status, headers, body: { detail: 'on command' } }
    }
    const answer = await answerTo(call)
    if (fault?.fault === 'lost') return 'break'
    if (fault?.fault === 'garbage') return { status: 200, raw: GARBAGE }
    return answer ?? { status: 404, body: { detail: 'Not found' } }
  }

  server.on('request', (request, response) => {
    readCall(request)
      .then(reply)
      .then((answer) => send(response, answer))
      .catch((error: unknown) => {
        console.error(error)
        send(response, { status: 500, body: { detail: 'The emulator failed.' } })
      })
  })
  return {
    url,
    async close() {
      hooks.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (!options.painter) await painter.close()
    },
  }
}

/** A file that an order names: by an address, or within it as a data URL. */
export async function fetchInput(address: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(address, { signal, redirect: 'error' })
  if (!response.ok) throw new Error(`${response.status} for an input`)
  return new Uint8Array(await response.arrayBuffer())
}

/** The parts of a path that fits a template such as `/v1/models/{owner}/{name}`; undefined when it does not. */
export function partsOf(template: string, path: string): string[] | undefined {
  const [wanted, given] = [template.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  const parts: string[] = []
  for (const [index, part] of given.entries()) {
    if (wanted[index]?.startsWith('{')) parts.push(decodeURIComponent(part))
    else if (wanted[index] !== part) return undefined
  }
  return parts
}

/** The value of a header that came once. */
export function one(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The body as JSON of that shape. @throws ProtocolError 422, told as `explain` would have it */
export function bodyOf<T>(call: Call, schema: z.ZodType<T>, explain: (error: z.ZodError) => unknown): T {
  let value: unknown
  try {
    value = JSON.parse(String(call.body))
  } catch {
    throw new ProtocolError(400, { detail: 'The body is not JSON.' })
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ProtocolError(422, explain(parsed.error))
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://emulator')
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > BODY_MAX_BYTES) throw new Error('a body beyond all bounds')
    parts.push(part)
  }
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: searchParams,
    headers: request.headers,
    body: Buffer.concat(parts),
  }
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'hang') return
  if (reply === 'break') {
    response.destroy()
    return
  }
  const { status, headers = {}, body, raw } = reply
  response.writeHead(status, {
    'content-type': raw === undefined ? 'application/json' : 'application/octet-stream',
    ...headers,
  })
  response.end(raw ?? (body === undefined ? '' : JSON.stringify(body)))
}
