import { readBoundedBody } from '#lib/api/bounded-body.ts'

/** The paths that Firebase's SDK and the providers use; the site relays no others of that host. */
const PATHS: ReadonlySet<string> = new Set([
  '/auth/handler',
  '/auth/handler.js',
  '/auth/iframe',
  '/auth/iframe.js',
  '/auth/links',
  '/auth/links.js',
  '/auth/experiments.js',
  '/firebase/init.json',
])
const SENT = ['accept', 'accept-language', 'content-type', 'user-agent'] as const
const RETURNED = ['content-type', 'cache-control', 'etag', 'last-modified'] as const
/** Apple posts its answer as a form. */
const MAX_BYTES = 64 * 1024
const TIMEOUT_MS = 10_000

interface Deps {
  /** The origin at which Firebase serves them; null where this site does not serve them. */
  origin: string | null
  fetch?: typeof fetch
}

/**
 * Firebase's sign-in pages on the site's own address, below `/__`: browsers keep storage apart by site, and a sign-in
 * that left the page would come back to an empty one. https://firebase.google.com/docs/auth/web/redirect-best-practices
 */
export function createSignInPages({ origin, fetch: send = fetch }: Deps) {
  return async (request: Request, path: string): Promise<Response> => {
    if (origin === null || !PATHS.has(path)) return refused(404)
    const headers = new Headers()
    for (const name of SENT) copy(request.headers, headers, name)
    try {
      const body = await readBoundedBody(request, MAX_BYTES, request.signal)
      if (body === 'too_large') return refused(413)
      const answer = await send(`${origin}/__${path}${new URL(request.url).search}`, {
        method: request.method,
        headers,
        body,
        redirect: 'manual',
        cache: 'no-store',
        signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      if (answer.status >= 300 && answer.status !== 304 && answer.status < 400) return refused(502)
      const returned = new Headers()
      for (const name of RETURNED) copy(answer.headers, returned, name)
      return new Response(answer.body, { status: answer.status, headers: returned })
    } catch {
      return refused(502)
    }
  }
}

function copy(from: Headers, to: Headers, name: string): void {
  const value = from.get(name)
  if (value !== null) to.set(name, value)
}

function refused(status: number): Response {
  return new Response(null, { status, headers: { 'cache-control': 'no-store' } })
}
