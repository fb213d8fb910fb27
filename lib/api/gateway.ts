import { admit, isRefusal, refusal, type Passage, type PassageRules, type Refusal } from './passage.ts'

export interface GatewayDeps extends PassageRules {
  /** Without a slash at the end. */
  backendUrl: string
  fetch?: typeof fetch
}

/**
 * Hands the calls of the endpoint table to the backend, files streaming both ways; everything else stays outside.
 * `path` is what follows the gateway's own address.
 */
export function createGateway(deps: GatewayDeps): (request: Request, path: string) => Promise<Response> {
  const { fetch: send = fetch } = deps
  return async (request, path) => {
    const { search } = new URL(request.url)
    const header = (name: string) => request.headers.get(name) ?? undefined
    const outcome = admit({ method: request.method, path, search, header }, deps)
    if (isRefusal(outcome)) return answerOf(outcome)
    const timeout = AbortSignal.timeout(outcome.timeoutMs)
    const signal = AbortSignal.any([request.signal, timeout])
    try {
      const body = await bodyOf(request, outcome, signal)
      if (body === 'too_large') return answerOf(refusal('body_too_large', outcome.requestId))
      const response = await send(deps.backendUrl + outcome.target, {
        method: request.method,
        headers: outcome.headers,
        ...(body === null ? {} : { body, duplex: 'half' }),
        redirect: 'manual',
        cache: 'no-store',
        signal,
      })
      const headers = outcome.returned((name) => response.headers.get(name) ?? undefined)
      return new Response(response.body, { status: response.status, headers })
    } catch {
      return answerOf(refusal(timeout.aborted ? 'timeout' : 'unavailable', outcome.requestId))
    }
  }
}

function answerOf({ status, headers, body }: Refusal): Response {
  return Response.json(body, { status, headers })
}

/**
 * The whole body, where it is a small one: a server that refuses a longer one closes the connection while we still
 * write, and its answer is lost. What is too much is not read to its end.
 */
async function bodyOf(
  request: Request,
  { bodyMaxBytes }: Passage,
  signal: AbortSignal,
): Promise<ReadableStream | Blob | null | 'too_large'> {
  if (request.body === null || bodyMaxBytes === null) return request.body
  if (Number(request.headers.get('content-length') ?? 0) > bodyMaxBytes) {
    await request.body.cancel()
    return 'too_large'
  }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let sizeBytes = 0
  const reader = request.body.getReader()
  const stop = () => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  for (;;) {
    const { done, value } = await reader.read()
    signal.throwIfAborted()
    if (done) return new Blob(chunks)
    sizeBytes += value.byteLength
    if (sizeBytes > bodyMaxBytes) {
      await reader.cancel()
      return 'too_large'
    }
    chunks.push(new Uint8Array(value))
  }
}
