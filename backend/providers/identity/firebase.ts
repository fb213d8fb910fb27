import { createHash } from 'node:crypto'
import { z } from 'zod'
import { answerWithin, UnavailableError } from '../outage/unavailable-error.ts'
import { IdentityError, type Caller, type Identity, type IdentityErrorCode } from './identity-port.ts'

export interface FirebaseIdentityOptions {
  projectId: string
  /** Without one, disabled users and revoked tokens are only refused by the emulator, or once they expire. */
  credential:
    | { kind: 'none' }
    | { kind: 'service-account'; clientEmail: string; privateKey: string }
    /** A file named by GOOGLE_APPLICATION_CREDENTIALS, or what Google's cloud gives its machines. */
    | { kind: 'application-default' }
  /** How long a verdict is kept: a disabled user is locked out after at most this long. */
  verdictMs: number
}

const VERDICTS_MAX = 10_000
const VERIFY_TIMEOUT_MS = 10_000

const FirebaseError = z.object({ code: z.string() })

const CODES: Readonly<Record<string, IdentityErrorCode>> = {
  'auth/id-token-expired': 'token_expired',
  'auth/id-token-revoked': 'token_expired',
  'auth/user-disabled': 'user_disabled',
  // The token is genuine, only its user is gone.
  'auth/user-not-found': 'account_deleted',
  'auth/argument-error': 'token_invalid',
  'auth/invalid-id-token': 'token_invalid',
}

interface Verdict {
  caller: Caller
  until: number
}

/**
 * firebase-admin, verifying with Google's published keys. It reads FIREBASE_AUTH_EMULATOR_HOST itself: where that is
 * set, it accepts only unsigned tokens of the emulator's users.
 * @see https://firebase.google.com/docs/auth/admin/verify-id-tokens
 */
export async function createFirebaseIdentity(options: FirebaseIdentityOptions): Promise<Identity> {
  const [{ initializeApp, cert, applicationDefault }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ])
  const { projectId, credential: given, verdictMs } = options
  const credential =
    given.kind === 'service-account'
      ? cert({ projectId, clientEmail: given.clientEmail, privateKey: given.privateKey })
      : given.kind === 'application-default'
        ? applicationDefault()
        : undefined
  const app = initializeApp(
    { projectId, ...(credential && { credential }) },
    `identity-${crypto.randomUUID()}`,
  )
  const auth = getAuth(app)
  const verdicts = new Map<string, Verdict>()
  /** Forgets the cached verdicts on a user's tokens. */
  const forget = (uid: string): void => {
    for (const [digest, { caller }] of verdicts) if (caller.uid === uid) verdicts.delete(digest)
  }

  return {
    async verify(idToken) {
      if (idToken === '') throw new IdentityError('token_missing')
      const digest = createHash('sha256').update(idToken).digest('base64')
      const known = verdicts.get(digest)
      if (known && known.until > Date.now()) return known.caller
      verdicts.delete(digest)
      try {
        const decoded = await answerWithin(
          'identity',
          VERIFY_TIMEOUT_MS,
          auth.verifyIdToken(idToken, credential !== undefined),
        )
        const caller = {
          uid: decoded.uid,
          email: decoded.email?.toLowerCase(),
          emailVerified: decoded.email_verified === true,
          usedSecondFactor: decoded.firebase.sign_in_second_factor !== undefined,
          signedInAt: new Date(decoded.auth_time * 1000),
        }
        const oldest = verdicts.size >= VERDICTS_MAX ? verdicts.keys().next().value : undefined
        if (oldest !== undefined) verdicts.delete(oldest)
        verdicts.set(digest, { caller, until: Math.min(Date.now() + verdictMs, decoded.exp * 1000) })
        return caller
      } catch (error) {
        const code = CODES[FirebaseError.safeParse(error).data?.code ?? '']
        throw code ? new IdentityError(code, { cause: error }) : toUnavailable(error)
      }
    },

    async lookUp(uid) {
      const user = await unlessUnknown(auth.getUser(uid))
      if (user === undefined) return undefined
      const { email, emailVerified, displayName, disabled } = user
      return { email, emailVerified, displayName, isBlocked: disabled }
    },

    async findByEmail(email) {
      const user = await unlessUnknown(auth.getUserByEmail(email))
      return user && { uid: user.uid }
    },

    async setBlocked(uid, isBlocked) {
      const user = await unlessUnknown(auth.updateUser(uid, { disabled: isBlocked }))
      forget(uid)
      return user !== undefined
    },

    async revokeSessions(uid) {
      await unlessUnknown(auth.revokeRefreshTokens(uid))
      forget(uid)
    },

    async deleteUser(uid) {
      await unlessUnknown(auth.deleteUser(uid))
      forget(uid)
    },
  }
}

function toUnavailable(error: unknown): UnavailableError {
  return error instanceof UnavailableError ? error : new UnavailableError('identity', { cause: error })
}

/** Undefined where there is no such user. @throws UnavailableError */
async function unlessUnknown<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await answerWithin('identity', VERIFY_TIMEOUT_MS, work)
  } catch (error) {
    const known = FirebaseError.safeParse(error)
    if (known.data?.code === 'auth/user-not-found') return undefined
    throw toUnavailable(error)
  }
}
