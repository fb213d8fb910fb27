import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const PROJECT_ID = 'demo-alpenlicht'

/**
 * The calls of the Auth emulator that the backend makes (`accounts:lookup`, `accounts:update`, `accounts:delete`), over its own wire
 * protocol. Every user exists until deleted; those named in `disabled` may not sign in.
 */
export async function startIdentityEmulator(disabled: ReadonlySet<string> = new Set()) {
  const deleted = new Set<string>()
  const validSince = new Map<string, string>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const given = JSON.parse(body) as { localId: string | string[]; validSince?: string }
      const { localId } = given
      const [uid = ''] = [localId].flat()
      response.setHeader('content-type', 'application/json')
      if (request.url?.endsWith('accounts:delete')) {
        deleted.add(uid)
        response.end('{}')
        return
      }
      if (deleted.has(uid)) {
        response.end('{}')
        return
      }
      if (request.url?.endsWith('accounts:update')) {
        if (given.validSince !== undefined) validSince.set(uid, given.validSince)
        response.end(JSON.stringify({ localId: uid }))
        return
      }
      const user = {
        localId: uid,
        disabled: disabled.has(uid),
        validSince: validSince.get(uid) ?? '0',
        email: emailOf(uid),
        emailVerified: true,
      }
      response.end(JSON.stringify({ users: [user] }))
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
  /** How long ago the user proved who they are. */
  signedInSecondsAgo?: number
  usedSecondFactor?: boolean
  email?: string
}

export const emailOf = (uid: string): string => `${uid}@example.org`

/** An id token as the Auth emulator issues them: unsigned. */
export function idToken(uid: string, claims: TokenClaims = {}): string {
  const { emailVerified = true, expiresInSeconds = 3600, projectId = PROJECT_ID } = claims
  const { signedInSecondsAgo = 4000, usedSecondFactor = false, email = emailOf(uid) } = claims
  const nowSeconds = Math.floor(Date.now() / 1000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const payload = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: uid,
    user_id: uid,
    auth_time: nowSeconds - signedInSecondsAgo,
    iat: nowSeconds - 4000,
    exp: nowSeconds + expiresInSeconds,
    email,
    email_verified: emailVerified,
    firebase: {
      identities: {},
      sign_in_provider: 'password',
      ...(usedSecondFactor && { sign_in_second_factor: 'phone', second_factor_identifier: 'phone-1' }),
    },
  }
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`
}
