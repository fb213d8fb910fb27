import {
  Agent,
  request as sendPlain,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { Agent as SecureAgent, request as sendSecure } from 'node:https'
import { pipeline } from 'node:stream'
import { admit, isRefusal, refusal, type Passage, type PassageRules, type Refusal } from '#lib/api/passage.ts'
import { codingFor, createPacker, PACK_MIN_BYTES } from './codings.ts'

export interface NodeGatewayDeps extends PassageRules {
  /** Without a slash at the end. */
  backendUrl: string
}

/** The call's own path and its query, as in `Call`. */
export type NodeGateway = (
  request: IncomingMessage,
  response: ServerResponse,
  call: { path: string; search: string },
) => Promise<void>

type Send = (passage: Passage, method: string) => ClientRequest

/** The backend did not answer in time. */
class LateError extends Error {
  override readonly name = 'LateError'
}

/**
 * The gateway on Node's own streams: the rules of `passage.ts` are one for both, but web streams and `fetch` would cost
 * each call some milliseconds under load (decision 0034).
 */
export function createNodeGateway(deps: NodeGatewayDeps): NodeGateway {
  const { protocol, hostname, port, pathname } = new URL(deps.backendUrl)
  const isSecure = protocol === 'https:'
  const agent = isSecure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  const base = pathname.replace(/\/$/, '')
  const send: Send = ({ target, headers }, method) =>
    (isSecure ? sendSecure : sendPlain)({
      ...{ agent, protocol, hostname, port, method, headers },
      path: base + target,
    })

  return async (request, response, { path, search }) => {
    const { method = '' } = request
    const outcome = admit({ method, path, search, header: headerOf(request) }, deps)
    if (isRefusal(outcome)) {
      answer(response, outcome)
      return
    }
    // A timer and an event, as signals for both would be a good part of what a call costs here.
    let onward: ClientRequest | undefined
    const timer = setTimeout(() => onward?.destroy(new LateError()), outcome.timeoutMs)
    response.once('close', () => {
      clearTimeout(timer)
      if (!response.writableFinished) onward?.destroy()
    })
    try {
      const body = await bodyOf(request, outcome)
      if (body === 'too_large') {
        answer(response, refusal('body_too_large', outcome.requestId))
        return
      }
      const again = () => (onward = send(outcome, method))
      const answered = await exchange(again, request, body)
      // A long file on a slow line is no hang while parts of it come.
      answered.on('data', () => timer.refresh())
      handOver(answered, outcome, request, response)
    } catch (error) {
      const code = error instanceof LateError ? 'timeout' : 'unavailable'
      answer(response, refusal(code, outcome.requestId))
    }
  }
}

/** RFC 9112, 6.3: a request without either has none. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

const headerOf =
  ({ headers }: IncomingMessage) =>
  (name: string) =>
    headers[name]?.toString()

function answer(response: ServerResponse, { status, headers, body }: Refusal): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/**
 * The whole body where it is a small one: the backend closes the connection on a longer one while we still write, and its
 * answer is lost.
 */
async function bodyOf(
  request: IncomingMessage,
  { bodyMaxBytes, headers }: Passage,
): Promise<Buffer | 'none' | 'streams' | 'too_large'> {
  if (!hasBody(request)) return 'none'
  if (bodyMaxBytes === null) return 'streams'
  if (Number(headers['content-length'] ?? 0) > bodyMaxBytes) return 'too_large'
  const chunks: Buffer[] = []
  let sizeBytes = 0
  // Left open at the limit: the answer goes out on the same connection.
  const parts: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  for await (const chunk of parts) {
    chunks.push(chunk)
    sizeBytes += chunk.length
    if (sizeBytes > bodyMaxBytes) return 'too_large'
  }
  return Buffer.concat(chunks)
}

/** What the backend answers. @throws when it cannot be reached or the call is broken off */
async function exchange(
  send: () => ClientRequest,
  request: IncomingMessage,
  body: Buffer | 'none' | 'streams',
): Promise<IncomingMessage> {
  const onward = send()
  // What happens after the answer has begun is the answer's own error.
  onward.on('error', () => undefined)
  if (body === 'streams') {
    request.pipe(onward)
    // Nobody reads the rest of it: left where it is, it would stand before the next call of this connection.
    onward.once('close', () => request.resume())
  } else if (body === 'none') onward.end()
  else onward.end(body)
  try {
    return await answerTo(onward)
  } catch (error) {
    // The backend closed an idle connection just as it was taken up again; at the latest a new one tells the truth.
    if (onward.reusedSocket && request.method === 'GET' && isReset(error))
      return exchange(send, request, body)
    throw error
  }
}

function answerTo(onward: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => onward.once('response', resolve).once('error', reject))
}

function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}

function handOver(
  answered: IncomingMessage,
  { returned }: Passage,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { statusCode = 502, headers } = answered
  const isText = headers['content-type']?.startsWith('application/json') === true
  if (isText) response.setHeader('vary', 'accept-encoding')
  const isLong = Number(headers['content-length'] ?? Infinity) >= PACK_MIN_BYTES
  const coding = isText && isLong ? codingFor(headerOf(request)('accept-encoding')) : undefined
  if (coding !== undefined) response.setHeader('content-encoding', coding)
  else if (headers['content-length'] !== undefined)
    response.setHeader('content-length', headers['content-length'])
  response.writeHead(statusCode, returned(headerOf(answered)))
  if (coding !== undefined) {
    pipeline(answered, createPacker(coding), response, () => undefined)
    return
  }
  // An answer that breaks off breaks off here too.
  answered.once('error', () => response.destroy())
  if (isText && !isLong) sendAtOnce(answered, response)
  else answered.pipe(response)
}

/** Head and text leave in one packet; written one after the other they would be two, which the caller feels. */
function sendAtOnce(answered: IncomingMessage, response: ServerResponse): void {
  let text = ''
  answered
    .setEncoding('latin1')
    .on('data', (part: string) => (text += part))
    .once('end', () => response.end(text, 'latin1'))
}
