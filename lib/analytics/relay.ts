import { readBoundedBody } from '#lib/api/bounded-body.ts'

/** The service's paths for events; the site relays no others. */
const PATHS: ReadonlySet<string> = new Set(['/e', '/i/v0/e', '/batch', '/capture'])
const MAX_BYTES = 256 * 1024
const TIMEOUT_MS = 5_000

interface RelayDeps {
  /** Origin of the analytics service; null where none is configured. */
  host: string | null
  fetch?: typeof fetch
}

/** Hands events on without cookies, tokens or the visitor's address. Always quick: no page waits for it. */
export function createRelay({ host, fetch: send = fetch }: RelayDeps) {
  return async (request: Request, path: string): Promise<Response> => {
    const wanted = path.replace(/\/$/, '')
    if (host === null || !PATHS.has(wanted)) return refused(404)
    try {
      const body = await readBoundedBody(request, MAX_BYTES, request.signal)
      if (body === 'too_large') return refused(413)
      const answer = await send(`${host}${wanted}/${new URL(request.url).search}`, {
        method: 'POST',
        headers: { 'content-type': request.headers.get('content-type') ?? 'text/plain' },
        body,
        redirect: 'manual',
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.body?.cancel()
      return Response.json(
        { status: answer.ok ? 1 : 0 },
        { status: answer.ok ? 200 : 502, headers: NO_STORE },
      )
    } catch {
      return refused(502)
    }
  }
}

const NO_STORE = { 'cache-control': 'no-store' }

function refused(status: number): Response {
  return new Response(null, { status, headers: NO_STORE })
}
