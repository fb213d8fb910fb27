import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 16

/** A secret that opens something to its holder: 128 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/**
 * The stored hash of a secret, SHA-256 in lower-case hex. Lookups use it, so that their time reveals nothing about
 * the secret.
 */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
