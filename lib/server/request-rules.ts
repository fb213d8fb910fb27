/** Methods that pages and route handlers answer. Others, such as TRACE, cannot become a `Request` and would fail late. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
export const ALLOWED_METHODS = [...METHODS].join(', ')

export function isServedMethod(method: string | undefined): boolean {
  return method !== undefined && METHODS.has(method)
}

/**
 * The target with every `%` of its path that begins no UTF-8 sequence (RFC 3986, 2.1) written as a literal one, so that
 * a path that cannot be decoded is an unknown page like any other instead of a fault.
 */
export function decodableTarget(target: string): string {
  const [path = '', ...query] = target.split('?')
  if (isDecodable(path)) return target
  const mended = path
    .split('/')
    .map((segment) => (isDecodable(segment) ? segment : segment.replaceAll('%', '%25')))
    .join('/')
  return [mended, ...query].join('?')
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * The address of a request's client. Each trusted proxy appends the address of its caller to `x-forwarded-for`, so only the
 * last `trustedProxies` entries are theirs; the client may have written the earlier ones.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  const claimed = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined
  return plainAddress(claimed === undefined || claimed === '' ? (socketAddress ?? '') : claimed)
}

/** One spelling for an IPv4 client, whichever family the socket listens on. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
