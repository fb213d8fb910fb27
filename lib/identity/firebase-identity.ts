import { initializeApp } from 'firebase/app'
import {
  applyActionCode,
  browserLocalPersistence,
  browserSessionPersistence,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  verifyPasswordResetCode,
  type Auth,
  type User,
} from 'firebase/auth'
import type { ClientConfig } from './client-config.ts'
import { toIdentityError } from './identity-error.ts'
import type { Account, Identity } from './identity.ts'

const accountOf = (user: User, isVerified: boolean): Account => ({
  uid: user.uid,
  email: user.email ?? '',
  isVerified,
})

/** Firebase's own SDK, which keeps the sign-in in this browser and renews its token. Once per page. */
export function createFirebaseIdentity(config: ClientConfig): Identity {
  const { apiKey, authDomain, projectId, emulatorOrigin } = config
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence],
  })
  if (emulatorOrigin !== null) connectAuthEmulator(auth, emulatorOrigin, { disableWarnings: true })
  return {
    subscribe: (listener) => onIdTokenChanged(auth, (user) => void tell(user, listener)),
    getToken: (options) => translated(() => readToken(auth, options)),
    signIn: (email, password) =>
      translated(async () => {
        await signInWithEmailAndPassword(auth, email, password)
      }),
    signUp: (email, password, { continueUrl, locale }) =>
      translated(async () => {
        auth.languageCode = locale
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        // The account exists now; a mail that did not leave can be asked for again on the next page.
        await sendEmailVerification(user, { url: continueUrl }).catch(() => undefined)
      }),
    sendVerification: ({ continueUrl, locale }) =>
      translated(async () => {
        auth.languageCode = locale
        if (auth.currentUser) await sendEmailVerification(auth.currentUser, { url: continueUrl })
      }),
    refreshAccount: () => translated(() => refreshAccount(auth)),
    sendPasswordReset: (email, { continueUrl, locale }) =>
      translated(async () => {
        auth.languageCode = locale
        await sendPasswordResetEmail(auth, email, { url: continueUrl })
      }),
    confirmEmail: (code) => translated(() => applyActionCode(auth, code)),
    readPasswordReset: (code) => translated(() => verifyPasswordResetCode(auth, code)),
    confirmPasswordReset: (code, password) => translated(() => confirmPasswordReset(auth, code, password)),
    signOut: () => translated(() => signOut(auth)),
  }
}

/** The claim in the token is what middleware and backend believe, so it alone decides; an outdated one is renewed. */
async function tell(user: User | null, listener: (account: Account | null) => void): Promise<void> {
  if (!user) {
    listener(null)
    return
  }
  try {
    const { claims } = await user.getIdTokenResult()
    const isClaimed = claims.email_verified === true
    // The new token calls back by itself.
    if (user.emailVerified && !isClaimed) await user.getIdToken(true)
    else listener(accountOf(user, isClaimed))
  } catch {
    listener(accountOf(user, false))
  }
}

async function readToken(
  auth: Auth,
  options: { refresh?: boolean; validForMs?: number },
): Promise<string | undefined> {
  await auth.authStateReady()
  const user = auth.currentUser
  if (!user) return undefined
  if (options.refresh) return user.getIdToken(true)
  const { token, expirationTime } = await user.getIdTokenResult()
  const remainingMs = new Date(expirationTime).getTime() - Date.now()
  return remainingMs < (options.validForMs ?? 0) ? user.getIdToken(true) : token
}

async function refreshAccount(auth: Auth): Promise<Account | null> {
  await auth.authStateReady()
  const user = auth.currentUser
  if (!user) return null
  await user.reload()
  const { claims } = await user.getIdTokenResult()
  if (user.emailVerified && claims.email_verified !== true) await user.getIdToken(true)
  return accountOf(user, user.emailVerified)
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toIdentityError(error)
  }
}
