import { setTimeout as pauseFor } from 'node:timers/promises'
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { z } from 'zod'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'

/** The vendor said no, and would again: the order, or what it names, is wrong, or not there (404). */
export class VendorRefusal extends Error {
  override readonly name = 'VendorRefusal'
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON; else the text. */
  readonly body: unknown

  constructor(what: string, answer: Answer) {
    // The body may repeat the order, with signed addresses of selfies in it: it stays out of the message.
    super(`${what} answered ${answer.status}`)
    this.status = answer.status
    this.headers = answer.headers
    this.body = jsonOf(answer.text) ?? answer.text
  }
}

/** An order was sent and its answer is lost: the vendor may have taken it, and may bill it. Never send it again blindly. */
export class LostAnswerError extends Error {
  override readonly name = 'LostAnswerError'
}

export interface VendorCallsOptions {
  /** For messages. */
  vendor: string
  /** Sent with every call but downloads: the key is among them. */
  headers: Readonly<Record<string, string>>
  /** Whether calls may go there: the key is sent to no other address, not even to one that an answer names. */
  isOwn: (url: URL) => boolean
  /** Whether results may be fetched from there, without the key. */
  isDelivery: (url: URL) => boolean
  timeoutMs?: number
  /** Waits between attempts. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
  random?: () => number
}

interface ReadRequest<T> {
  schema: z.ZodType<T>
  signal: AbortSignal
  headers?: Readonly<Record<string, string>>
  /** Calls that may be repeated without harm, as reads may. */
  method?: 'GET' | 'DELETE' | 'PUT' | 'POST'
  /** Failures that are the answer itself, not a fault on the way to it. */
  isFinal?: (answer: Pick<Answer, 'status' | 'headers'>) => boolean
}

interface CreateRequest<T> {
  schema: z.ZodType<T>
  body: Readonly<Record<string, unknown>> | FormData
  signal: AbortSignal
  method?: 'POST' | 'PUT'
  /** Further HTTP statuses by which the vendor says that it is busy and did not take the order. */
  isBusy?: (status: number) => boolean
  headers?: Readonly<Record<string, string>>
}

interface Answer {
  status: number
  headers: Headers
  text: string
}

const tracer = trace.getTracer('engines')
const TIMEOUT_MS = 20_000
const ATTEMPTS = 4
const PAUSE_MS = { first: 500, most: 8000 }
/** A vendor that asks for a longer wait counts as away. */
const RETRY_AFTER_MOST_MS = 30_000
const ANSWER_MAX_BYTES = 8 * 1024 * 1024

/** Failures of a connection that was never made: nothing was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
])

/**
 * Calls to a vendor's HTTP interface. Reads are repeated a few times, after what `Retry-After` asks for or a pause with
 * jitter; an order is sent once, because no vendor takes an idempotency key.
 */
export function createVendorCalls(options: VendorCallsOptions) {
  const { vendor, timeoutMs = TIMEOUT_MS, random = Math.random } = options
  const pause = options.pause ?? ((ms, signal) => pauseFor(ms, undefined, { signal }))

  const away = (reason: string, cause?: unknown) =>
    new UnavailableError('engine', { reason: `${vendor}: ${reason}`, cause })
  const trusted = (address: string, isTrusted: (url: URL) => boolean): URL => {
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (url && isTrusted(url)) return url
    throw new Error(`${vendor} names an address that is not its own`)
  }

  const send = async (
    url: URL,
    init: { method: string; headers: Readonly<Record<string, string>>; body?: string | FormData },
    signal: AbortSignal,
  ): Promise<Answer> => {
    const response = await traced(`${vendor} ${init.method}`, url, () =>
      fetch(url, {
        ...init,
        headers: { ...options.headers, ...init.headers },
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      }),
    )
    const parts: Uint8Array[] = []
    for await (const part of limited(response, ANSWER_MAX_BYTES)) parts.push(part)
    return { status: response.status, headers: response.headers, text: Buffer.concat(parts).toString() }
  }

  return {
    /**
     * @throws VendorRefusal
     * @throws UnavailableError after the last attempt
     */
    async read<T>(address: string, request: ReadRequest<T>): Promise<T> {
      const { schema, signal, method = 'GET', headers = {}, isFinal = () => false } = request
      const url = trusted(address, options.isOwn)
      const what = `${vendor}: ${method} ${url.pathname}`
      for (let attempt = 1; ; attempt += 1) {
        let failure: unknown
        let asksMs: number | undefined
        try {
          const answer = await send(url, { method, headers }, signal)
          const isFault = isPassing(answer.status) && !isFinal(answer)
          const parsed = isOk(answer.status) ? schema.safeParse(jsonOf(answer.text)) : undefined
          if (parsed?.success) return parsed.data
          if (!parsed && !isFault) {
            if (isOperatorsMatter(answer.status)) throw away(`answered ${answer.status}`)
            throw new VendorRefusal(what, answer)
          }
          failure = parsed?.error ?? new Error(`${what} answered ${answer.status}`)
          asksMs = retryAfterMs(answer)
        } catch (error) {
          if (error instanceof VendorRefusal || error instanceof UnavailableError) throw error
          signal.throwIfAborted()
          failure = error
        }
        const backoffMs = Math.min(PAUSE_MS.first * 2 ** (attempt - 1), PAUSE_MS.most) * (0.5 + random() / 2)
        const pauseMs = asksMs === undefined ? backoffMs : asksMs + random() * PAUSE_MS.first
        if (attempt === ATTEMPTS || pauseMs > RETRY_AFTER_MOST_MS) throw away(`${what} failed`, failure)
        await pause(pauseMs, signal)
      }
    },

    /**
     * Sends an order, once.
     * @throws VendorRefusal when it was refused
     * @throws UnavailableError when the vendor surely did not take it: a later attempt may succeed
     * @throws LostAnswerError when it may have been taken
     */
    async create<T>(address: string, request: CreateRequest<T>): Promise<T> {
      const { schema, body, signal, headers = {}, method = 'POST', isBusy = () => false } = request
      const url = trusted(address, options.isOwn)
      const what = `${vendor}: ${method} ${url.pathname}`
      signal.throwIfAborted()
      let answer: Answer
      try {
        const isForm = body instanceof FormData
        answer = await send(
          url,
          {
            method,
            headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
            body: isForm ? body : JSON.stringify(body),
          },
          signal,
        )
      } catch (error) {
        if (NOT_SENT.has(codeOf(error) ?? '')) throw away(`${what} was not sent`, error)
        throw new LostAnswerError(`${what} has no answer`, { cause: error })
      }
      const { status } = answer
      if (isOk(status)) {
        const parsed = schema.safeParse(jsonOf(answer.text))
        if (parsed.success) return parsed.data
        throw new LostAnswerError(`${what} answered what is no answer`, { cause: parsed.error })
      }
      if (isBusy(status)) throw away(`${what} answered ${status}`)
      if (status >= 500 || status === 408) throw new LostAnswerError(`${what} answered ${status}`)
      if (status === 429 || isOperatorsMatter(status)) throw away(`${what} answered ${status}`)
      throw new VendorRefusal(what, answer)
    },

    /**
     * A result, as a stream. One that was read to its end is complete.
     * @throws VendorRefusal when it is gone
     * @throws UnavailableError
     */
    async download(address: string, { maxBytes, signal }: { maxBytes: number; signal: AbortSignal }) {
      const url = trusted(address, options.isDelivery)
      const what = `${vendor}: a result`
      let response: Response
      try {
        const ends = AbortSignal.any([signal, AbortSignal.timeout(10 * timeoutMs)])
        response = await traced(`${vendor} result`, url, () =>
          fetch(url, { redirect: 'manual', signal: ends }),
        )
      } catch (error) {
        signal.throwIfAborted()
        throw away(`${what} cannot be fetched`, error)
      }
      if (isOk(response.status)) return limited(response, maxBytes)
      await response.body?.cancel()
      if (isPassing(response.status)) throw away(`${what} answered ${response.status}`)
      throw new VendorRefusal(what, { status: response.status, headers: response.headers, text: '' })
    },
  }
}

/** A call as a span. Of its address the host alone: paths and queries name orders and open results. */
async function traced(name: string, { host }: URL, send: () => Promise<Response>): Promise<Response> {
  const attributes = { 'server.address': host }
  return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      const response = await send()
      span.setAttribute('http.response.status_code', response.status)
      if (!isOk(response.status)) span.setStatus({ code: SpanStatusCode.ERROR })
      return response
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/**
 * Addresses of a vendor: below its own domains by https, or at the very origin it is configured with.
 * @param domains `fal.run` takes in `queue.fal.run`
 */
export function addressesOf(base: string, domains: readonly string[]): (url: URL) => boolean {
  const { origin } = new URL(base)
  return ({ origin: given, protocol, hostname, username }) =>
    username === '' &&
    (given === origin ||
      (protocol === 'https:' &&
        domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))))
}

async function* limited(response: Response, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > maxBytes) throw new Error(`an answer of more than ${maxBytes} bytes`)
    yield part
  }
}

const isOk = (status: number): boolean => status >= 200 && status < 300

/** Time mends these. */
const isPassing = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status)

/** A key that is not taken, an account without credit: an operator mends these, and the same call succeeds then. */
const isOperatorsMatter = (status: number): boolean => [401, 402, 403].includes(status)

/** The wait that the vendor asks for: seconds or a date in the header, else seconds in its body. */
function retryAfterMs({ headers, text }: Answer): number | undefined {
  const asked = headers.get('retry-after') ?? retryAfterIn(jsonOf(text))
  if (asked === undefined) return undefined
  const ms = /^\d+(\.\d+)?$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

function retryAfterIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('retry_after' in body)) return undefined
  return typeof body.retry_after === 'number' ? String(body.retry_after) : undefined
}

/** The parsed JSON; undefined for other text. An empty body is an empty object: some calls answer 200 or 204 without one. */
function jsonOf(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code
  }
  return undefined
}
