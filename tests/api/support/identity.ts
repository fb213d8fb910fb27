import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const PROJECT_ID = 'demo-alpenlicht'

/**
 * The one call of the Auth emulator that token verification makes (`accounts:lookup`), over its own wire
 * protocol. Every user exists; those named in `disabled` may not sign in.
 */
export async function startIdentityEmulator(disabled: ReadonlySet<string> = new Set()) {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const [uid = ''] = (JSON.parse(body) as { localId: string[] }).localId
      const user = { localId: uid, disabled: disabled.has(uid), validSince: '0' }
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ users: [user] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export interface TokenClaims {
  emailVerified?: boolean
  expiresInSeconds?: number
  projectId?: string
}

/** An id token as the Auth emulator issues them: unsigned. */
export function idToken(uid: string, claims: TokenClaims = {}): string {
  const { emailVerified = true, expiresInSeconds = 3600, projectId = PROJECT_ID } = claims
  const nowSeconds = Math.floor(Date.now() / 1000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const payload = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: uid,
    user_id: uid,
    auth_time: nowSeconds - 4000,
    iat: nowSeconds - 4000,
    exp: nowSeconds + expiresInSeconds,
    email: `${uid}@example.org`,
    email_verified: emailVerified,
    firebase: { identities: {}, sign_in_provider: 'password' },
  }
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`
}
