import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER, SITE_ITSELF } from '#contract/gateway.ts'

/**
 * The client's address: the gateway's header if its secret is valid, else the address of the socket.
 * An IPv6 client holds a whole /64 (RFC 6177) and counts as that.
 */
export function clientAddressOf(
  { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
  gatewaySecrets: readonly string[],
): string {
  const told = headers[CLIENT_ADDRESS_HEADER]
  const isBelieved =
    typeof told === 'string' && isIP(told) !== 0 && isThroughGateway({ headers }, gatewaySecrets)
  return networkOf(isBelieved ? told : ip)
}

/** Whether the call came by the gateway or the edge, which everybody can reach. */
export function isThroughGateway(
  { headers }: Pick<FastifyRequest, 'headers'>,
  gatewaySecrets: readonly string[],
): boolean {
  return isOneOf(headers[GATEWAY_SECRET_HEADER], gatewaySecrets)
}

/** Whether the site itself makes the call for a public page, proved by the secret. */
export function isFromSite(
  { headers }: Pick<FastifyRequest, 'headers'>,
  gatewaySecrets: readonly string[],
): boolean {
  return headers[CLIENT_ADDRESS_HEADER] === SITE_ITSELF && isThroughGateway({ headers }, gatewaySecrets)
}

/** Whether the text is one of the secrets. Compares digests in constant time, so that timing tells nothing of a secret. */
export function isOneOf(given: string | string[] | undefined, secrets: readonly string[]): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return (
    typeof given === 'string' &&
    secrets.filter((secret) => timingSafeEqual(digest(given), digest(secret))).length > 0
  )
}

function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  // URL parsing writes every spelling of an address alike, and an IPv4 tail as two groups.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
