import { createHash, createHmac, createPublicKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import type { ReceivedHook } from './hooks-port.ts'

/** How far the vendor's clock, and a hook's time on its way, may lie from ours. */
const TOLERANCE_SECONDS = 300
/** An HMAC key this short is a mistake of configuration: an empty one would let anybody sign. */
const SECRET_MIN_BYTES = 16

/**
 * Checks a hook that is signed by Standard Webhooks (Replicate).
 * @param secret `whsec_` and the key in base64
 * @returns the hook's id, by which a hook that comes twice is recognized; null when the signature is wrong or old
 * @throws TypeError when the secret is none
 */
export function verifyStandardWebhook(
  secret: string,
  { headers, body }: ReceivedHook,
  nowMs: number = Date.now(),
): string | null {
  const key = standardWebhookKey(secret)
  const id = one(headers['webhook-id'])
  const timestamp = one(headers['webhook-timestamp'])
  const signatures = one(headers['webhook-signature'])
  if (!id || !timestamp || !signatures || !isRecent(timestamp, nowMs)) return null
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  // While a secret is being replaced, a hook carries one signature for each. All are compared.
  const matches = signatures.split(' ').map((signature) => isSame(decodeV1(signature), expected))
  return matches.includes(true) ? id : null
}

/** Whether a hook bears one of the tokens (Cog, which signs nothing). Compares digests, so that timing tells no length. */
export function verifyBearer(
  tokens: readonly string[],
  authorization: string | string[] | undefined,
): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  const given = one(authorization)
  return given !== undefined && tokens.some((token) => isSame(digest(given), digest(`Bearer ${token}`)))
}

/**
 * Checks a hook of Black Forest Labs. Its signature bears no time: what it says is a hint, to be read again.
 * @param secret the `webhook_secret` that was sent with the order
 */
export function verifyBflHook(secret: string, { headers, body }: ReceivedHook): boolean {
  if (Buffer.byteLength(secret) < SECRET_MIN_BYTES) throw new TypeError('the secret of hooks is too short')
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(one(headers['x-bfl-signature']) ?? '') ?? []
  const expected = createHmac('sha256', secret).update(body).digest()
  return isSame(hex === undefined ? undefined : Buffer.from(hex, 'hex'), expected)
}

/** Ed25519 public keys, any of which may have signed. */
export interface HookKeys {
  /** @throws UnavailableError when there are none and they cannot be fetched */
  current(): Promise<readonly KeyObject[]>
  /** Fetched again, unless that was tried within the last minutes; for a signature that fits none of `current`. */
  renewed(): Promise<readonly KeyObject[]>
}

/**
 * Checks a hook of fal.
 * @returns the request's id, or null when the signature is wrong or old
 * @throws UnavailableError when the vendor's keys cannot be had
 */
export async function verifyFalHook(
  keys: HookKeys,
  { headers, body }: ReceivedHook,
  nowMs: number = Date.now(),
): Promise<string | null> {
  const requestId = one(headers['x-fal-webhook-request-id'])
  const userId = one(headers['x-fal-webhook-user-id'])
  const timestamp = one(headers['x-fal-webhook-timestamp'])
  const hex = one(headers['x-fal-webhook-signature'])
  if (!requestId || !userId || !timestamp || !hex) return null
  if (!isRecent(timestamp, nowMs) || !/^[0-9a-f]{128}$/i.test(hex)) return null
  const digest = createHash('sha256').update(body).digest('hex')
  const message = Buffer.from([requestId, userId, timestamp, digest].join('\n'))
  const signature = Buffer.from(hex, 'hex')
  const fits = (known: readonly KeyObject[]): boolean =>
    known.some((key) => verify(null, message, key, signature))
  return fits(await keys.current()) || fits(await keys.renewed()) ? requestId : null
}

/** The list may have keys of other kinds; they are skipped. */
const KeyList = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), crv: z.string().optional(), x: z.string().optional() })),
})

const KEYS_KEPT_MS = 24 * 3600 * 1000
const KEYS_TIMEOUT_MS = 5000
/** Forged hooks make us ask the vendor no oftener. */
const KEYS_RENEWED_AT_MOST_EACH_MS = 5 * 60 * 1000

/** Public keys from a JWKS address, kept for a day at most. */
export function createHookKeys(url: string, { now = Date.now }: { now?: () => number } = {}): HookKeys {
  let kept: { keys: readonly KeyObject[]; fetchedAt: number } | undefined
  let triedAt = -Infinity
  let underway: Promise<readonly KeyObject[]> | undefined

  const fetchOnce = (): Promise<readonly KeyObject[]> => {
    triedAt = now()
    underway ??= fetchKeys(url)
      .then((keys) => {
        kept = { keys, fetchedAt: now() }
        return keys
      })
      .finally(() => (underway = undefined))
    return underway
  }
  const usable = (): readonly KeyObject[] | undefined =>
    kept && now() - kept.fetchedAt < KEYS_KEPT_MS ? kept.keys : undefined

  return {
    current: async () => usable() ?? fetchOnce(),
    async renewed() {
      const keys = usable()
      if (keys && now() - triedAt < KEYS_RENEWED_AT_MOST_EACH_MS) return keys
      return fetchOnce()
    },
  }
}

async function fetchKeys(url: string): Promise<readonly KeyObject[]> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(KEYS_TIMEOUT_MS) })
    if (!response.ok) throw new Error(`the list of keys answered ${response.status}`)
    const { keys } = KeyList.parse(await response.json())
    const ours = keys.flatMap(({ kty, crv, x }) =>
      kty === 'OKP' && crv === 'Ed25519' && x !== undefined
        ? [createPublicKey({ key: { kty, crv, x }, format: 'jwk' })]
        : [],
    )
    if (ours.length === 0) throw new Error('the list of keys has none for Ed25519')
    return ours
  } catch (cause) {
    throw new UnavailableError('engine', { reason: 'the keys of hooks cannot be read', cause })
  }
}

function standardWebhookKey(secret: string): Buffer {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  const key = Buffer.from(base64 ?? '', 'base64')
  if (key.length < SECRET_MIN_BYTES) throw new TypeError('the secret of hooks is not whsec_ and base64')
  return key
}

/** One of the space-separated signatures; undefined for another version's, and for a malformed one. */
function decodeV1(signature: string): Buffer | undefined {
  const [, base64] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature) ?? []
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64')
}

function isSame(given: Buffer | undefined, expected: Buffer): boolean {
  return given?.length === expected.length && timingSafeEqual(given, expected)
}

function isRecent(timestamp: string, nowMs: number): boolean {
  if (!/^\d{1,15}$/.test(timestamp)) return false
  return Math.abs(Math.floor(nowMs / 1000) - Number(timestamp)) <= TOLERANCE_SECONDS
}

/** A header that came once. */
function one(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
