import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  jwtVerify,
  UnsecuredJWT,
  type FetchImplementation,
  type JWTVerifyGetKey,
} from 'jose'
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

/**
 * Reads the session cookie's token. Anything wrong with it, expiry included, is a visitor who is signed out; a token that
 * looks right while Google's keys are out of reach is `unchecked`.
 * @param fetchKeys in place of `fetch`
 */
export function createVisitorReader(
  settings: IdentitySettings,
  fetchKeys?: FetchImplementation,
): (idToken: string | undefined) => Promise<Visitor> {
  const verify = settings.kind === 'emulator' ? verifyEmulated(settings) : verifySigned(settings, fetchKeys)
  return async (idToken) => {
    if (!idToken) return 'signed_out'
    try {
      return (await verify(idToken)).email_verified ? 'verified' : 'unverified'
    } catch (error) {
      return error instanceof KeysUnreachableError ? 'unchecked' : 'signed_out'
    }
  }
}

/** No key at hand is the token's, and new ones cannot be had. */
class KeysUnreachableError extends Error {
  override readonly name = 'KeysUnreachableError'
}

const expectations = (projectId: string) => ({
  issuer: `https://securetoken.google.com/${projectId}`,
  audience: projectId,
})

const ALGORITHM = 'RS256'

function verifySigned({ projectId }: IdentitySettings, fetchKeys?: FetchImplementation) {
  const getKey = lastingKeys(fetchKeys)
  return async (idToken: string): Promise<Claims> => {
    try {
      const { payload } = await jwtVerify(idToken, getKey, {
        ...expectations(projectId),
        algorithms: [ALGORITHM],
      })
      return Claims.parse(payload)
    } catch (error) {
      // The claims are checked even when the key is not available.
      if (error instanceof KeysUnreachableError) assertPlausible(idToken, projectId)
      throw error
    }
  }
}

/** Google's keys, of which the last that could be had are used while new ones cannot. */
function lastingKeys(fetchKeys: FetchImplementation = (...asked) => fetch(...asked)): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(GOOGLE_KEYS_URL), {
    timeoutDuration: 3_000,
    cooldownDuration: RETRY_MS,
    [customFetch]: fetchKeys,
  })
  let failedAt = -Infinity
  return async (header, token) => {
    const isAway = Date.now() - failedAt < RETRY_MS
    if (!isAway) {
      try {
        return await keys(header, token)
      } catch (error) {
        if (isAnswer(error)) throw error
        failedAt = Date.now()
      }
    }
    const last = keys.jwks()
    if (last === undefined) throw new KeysUnreachableError()
    try {
      return await createLocalJWKSet(last)(header, token)
    } catch (error) {
      throw error instanceof errors.JWKSNoMatchingKey ? new KeysUnreachableError() : error
    }
  }
}

/** Keys that are out of reach are asked for again after this time. */
const RETRY_MS = 10_000

/** The keys were there, and none of them fits the token. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  )
}

/** @throws when the token is not one of this project's, or its time is over */
function assertPlausible(idToken: string, projectId: string): void {
  const { issuer, audience } = expectations(projectId)
  const { iss, aud, ...claims } = decodeJwt(idToken)
  const { exp } = Claims.parse(claims)
  if (iss !== issuer || aud !== audience || exp * 1000 <= Date.now())
    throw new errors.JWTInvalid('not a token of this project that holds')
}

/** The emulator's tokens have `alg: none` and no signature; issuer, audience and time still have to be right. */
function verifyEmulated({ projectId }: IdentitySettings): (idToken: string) => Promise<Claims> {
  return (idToken) =>
    Promise.resolve(idToken).then((token) =>
      Claims.parse(UnsecuredJWT.decode(token, expectations(projectId)).payload),
    )
}
