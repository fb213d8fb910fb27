import { createRemoteJWKSet, jwtVerify, UnsecuredJWT } from 'jose'
import { z } from 'zod'
import type { IdentitySettings } from '#lib/env.ts'
import type { Visitor } from './access.ts'

/**
 * Google's keys for id tokens of Firebase Authentication, as a JWK set.
 * https://firebase.google.com/docs/auth/admin/verify-id-tokens#verify_id_tokens_using_a_third-party_jwt_library
 */
const GOOGLE_KEYS_URL =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

const Claims = z.object({
  sub: z.string().min(1),
  email_verified: z.boolean().default(false),
  exp: z.number(),
})
type Claims = z.infer<typeof Claims>

/** Reads the session cookie's token; anything wrong with it, expiry included, is somebody signed out. */
export function createVisitorReader(
  settings: IdentitySettings,
): (idToken: string | undefined) => Promise<Visitor> {
  const verify = settings.kind === 'emulator' ? verifyEmulated(settings) : verifySigned(settings)
  return async (idToken) => {
    if (!idToken) return 'signed_out'
    const claims = await verify(idToken).catch(() => undefined)
    if (!claims) return 'signed_out'
    return claims.email_verified ? 'verified' : 'unverified'
  }
}

const expectations = (projectId: string) => ({
  issuer: `https://securetoken.google.com/${projectId}`,
  audience: projectId,
})

function verifySigned({ projectId }: IdentitySettings): (idToken: string) => Promise<Claims> {
  const keys = createRemoteJWKSet(new URL(GOOGLE_KEYS_URL), {
    timeoutDuration: 3_000,
    cooldownDuration: 10_000,
  })
  return async (idToken) => {
    const { payload } = await jwtVerify(idToken, keys, { ...expectations(projectId), algorithms: ['RS256'] })
    return Claims.parse(payload)
  }
}

/** The emulator's tokens have `alg: none` and no signature; issuer, audience and time still have to be right. */
function verifyEmulated({ projectId }: IdentitySettings): (idToken: string) => Promise<Claims> {
  return (idToken) =>
    Promise.resolve(idToken).then((token) =>
      Claims.parse(UnsecuredJWT.decode(token, expectations(projectId)).payload),
    )
}
