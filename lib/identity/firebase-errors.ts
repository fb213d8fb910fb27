import {
  getMultiFactorResolver,
  linkWithCredential,
  OAuthProvider,
  type Auth,
  type MultiFactorError,
} from 'firebase/auth'
import type { FirebaseError } from 'firebase/app'
import {
  firebaseCodeOf,
  IdentityError,
  OtherMethodError,
  SecondFactorRequiredError,
  toIdentityError,
} from './identity-error.ts'
import { challengeOf } from './firebase-second-factor.ts'
import { providerOfId } from './firebase-providers.ts'

/** Runs a step at Firebase; its errors become `IdentityError`, with the data needed to go on. */
export async function translated<T>(auth: Auth, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explained(auth, error)
  }
}

function explained(auth: Auth, error: unknown): IdentityError {
  const code = firebaseCodeOf(error)
  if (code === 'auth/multi-factor-auth-required') {
    // Firebase throws this code with this class only.
    const resolver = getMultiFactorResolver(auth, error as MultiFactorError)
    return new SecondFactorRequiredError(challengeOf(auth, resolver, translated), { cause: error })
  }
  if (code === 'auth/account-exists-with-different-credential') {
    // The same holds here; which members are there, Firebase does not promise.
    const known = error as FirebaseError
    const credential = OAuthProvider.credentialFromError(known)
    const provider = providerOfId(credential?.providerId)
    const email = known.customData?.email
    if (credential && provider && typeof email === 'string') {
      const link = () =>
        translated(auth, async () => {
          if (!auth.currentUser) throw new IdentityError('session_expired')
          await linkWithCredential(auth.currentUser, credential)
        })
      return new OtherMethodError({ email, provider, link }, { cause: error })
    }
  }
  return toIdentityError(error)
}
