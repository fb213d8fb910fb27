import { _getProvider, initializeApp, type FirebaseApp } from 'firebase/app'
import {
  applyActionCode,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  browserSessionPersistence,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  updatePassword,
  verifyBeforeUpdateEmail,
  type Auth,
  type IdTokenResult,
  type User,
} from 'firebase/auth'
import type { ClientConfig } from './client-config.ts'
import { translated } from './firebase-errors.ts'
import { readMailLink } from './firebase-mail-links.ts'
import {
  completeRedirect,
  connectProvider,
  disconnectMethod,
  methodsOf,
  providerFor,
  signInWithProvider,
} from './firebase-providers.ts'
import { addSecondFactor, removeSecondFactor, secondFactorsOf } from './firebase-second-factor.ts'
import { IdentityError, toIdentityError } from './identity-error.ts'
import type { Account, AccountListener, Identity, Proof } from './identity.ts'

/** There at run time, and left out of the published types: what Firebase's other products ask of its sign-in. */
declare module 'firebase/app' {
  export function _getProvider(
    app: FirebaseApp,
    name: 'auth-internal',
  ): { getImmediate: () => { addAuthTokenListener: (listener: (token: string | null) => void) => void } }
}

/** How long a session that ended may keep others waiting for the reason. */
const ENDING_TIMEOUT_MS = 3_000

const accountOf = (user: User, isVerified: boolean): Account => ({
  uid: user.uid,
  email: user.email ?? '',
  isVerified,
})

function startAuth({ apiKey, authDomain, projectId, emulatorOrigin }: ClientConfig): Auth {
  const app = initializeApp({ apiKey, authDomain, projectId })
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence],
  })
  // With a listener here Firebase renews the token five minutes before its end, and again after failures; without one,
  // only when it is asked for.
  _getProvider(app, 'auth-internal')
    .getImmediate()
    .addAuthTokenListener(() => undefined)
  if (emulatorOrigin !== null) {
    connectAuthEmulator(auth, emulatorOrigin, { disableWarnings: true })
    // The emulator knows no captcha; it says so in the key it hands out.
    auth.settings.appVerificationDisabledForTesting = true
  }
  return auth
}

/** Firebase's own SDK, which keeps the sign-in in this browser and renews its token. Once per page. */
export function createFirebaseIdentity(config: ClientConfig): Identity {
  const auth = startAuth(config)
  let isLeaving = false
  let completed = Promise.resolve(false)
  const step = <T>(work: () => Promise<T>) => translated(auth, work)
  /** A step of the signed-in user. */
  const ofUser = <T>(work: (user: User) => Promise<T> | T) =>
    step(async () => {
      await auth.authStateReady()
      if (!auth.currentUser) throw new IdentityError('session_expired')
      return work(auth.currentUser)
    })
  return {
    subscribe: (listener) => follow(auth, listener, () => isLeaving),
    getToken: (options) => step(() => readToken(auth, options)),
    signIn: (email, password) =>
      step(async () => {
        await signInWithEmailAndPassword(auth, email, password)
      }),
    signUp: (email, password, { continueUrl, locale }) =>
      step(async () => {
        auth.languageCode = locale
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        // The account exists now; a mail that did not leave can be asked for again on the next page.
        await sendEmailVerification(user, { url: continueUrl }).catch(() => undefined)
      }),
    signInWith: (provider, locale) =>
      step(() => {
        auth.languageCode = locale
        return signInWithProvider(auth, provider, () => completed)
      }),
    completeRedirect: () =>
      step(async () => {
        completed = completeRedirect(auth)
        await completed
      }),
    readMethods: () => ofUser(methodsOf),
    connect: (provider, locale) =>
      ofUser((user) => {
        auth.languageCode = locale
        return connectProvider(user, provider)
      }),
    disconnect: (method) => ofUser((user) => disconnectMethod(user, method)),
    reauthenticate: (proof, locale) =>
      ofUser((user) => {
        auth.languageCode = locale
        return reauthenticate(user, proof)
      }),
    readSecondFactors: () => ofUser(secondFactorsOf),
    addSecondFactor: (phoneNumber, locale) =>
      ofUser((user) => {
        auth.languageCode = locale
        return addSecondFactor(auth, user, phoneNumber, translated)
      }),
    removeSecondFactor: (id) => ofUser((user) => removeSecondFactor(user, id)),
    sendVerification: ({ continueUrl, locale }) =>
      ofUser((user) => {
        auth.languageCode = locale
        return sendEmailVerification(user, { url: continueUrl })
      }),
    refreshAccount: () => step(() => refreshAccount(auth)),
    sendPasswordReset: (email, { continueUrl, locale }) =>
      step(() => {
        auth.languageCode = locale
        return sendPasswordResetEmail(auth, email, { url: continueUrl })
      }),
    sendEmailChange: (newEmail, { continueUrl, locale }) =>
      ofUser((user) => {
        auth.languageCode = locale
        return verifyBeforeUpdateEmail(user, newEmail, { url: continueUrl })
      }),
    changePassword: (password) => ofUser((user) => updatePassword(user, password)),
    readMailLink: (code) => step(() => readMailLink(auth, code)),
    followMailLink: (code) => step(() => applyActionCode(auth, code)),
    confirmPasswordReset: (code, password) => step(() => confirmPasswordReset(auth, code, password)),
    signOut: () => {
      isLeaving = true
      return step(() => signOut(auth)).finally(() => {
        isLeaving = false
      })
    },
  }
}

function follow(auth: Auth, listener: AccountListener, isLeaving: () => boolean): () => void {
  let last: User | null = null
  return onIdTokenChanged(auth, (user) => {
    const gone = last
    last = user
    if (user) void tell(user, listener)
    else if (gone === null || isLeaving()) listener(null)
    else void endingOf(gone).then((ending) => listener(null, ending))
  })
}

/** Whether Firebase knows an address for confirmed that the token, from before that, says is not. */
const isOutdated = ({ emailVerified }: User, { claims }: IdTokenResult): boolean =>
  emailVerified && claims.email_verified !== true

/**
 * The claim in the token is what middleware and backend believe, so it alone decides; an outdated one is renewed. Where
 * that fails, Firebase's own knowledge counts: without a network for a moment, a confirmed account stays confirmed.
 */
async function tell(user: User, listener: AccountListener): Promise<void> {
  try {
    const result = await user.getIdTokenResult()
    // The new token calls back by itself.
    if (isOutdated(user, result)) await user.getIdToken(true)
    else listener(accountOf(user, result.claims.email_verified === true))
  } catch {
    listener(accountOf(user, user.emailVerified))
  }
}

/**
 * Firebase signs out by itself when a renewal is refused, and does not say so. Asked once more with the same sign-in,
 * the service answers why; after a sign-out by the user it refuses nothing.
 */
async function endingOf(user: User): Promise<'user_disabled' | 'session_expired' | undefined> {
  const asked = user.getIdToken(true).then(
    () => undefined,
    (error: unknown) => {
      const { code } = toIdentityError(error)
      return code === 'user_disabled' || code === 'session_expired' ? code : undefined
    },
  )
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ENDING_TIMEOUT_MS))
  return Promise.race([asked, tooLate])
}

/** Never an outdated one: in the middleware's cookie it would end the session of a user who confirmed the address since. */
async function readToken(
  auth: Auth,
  options: { refresh?: boolean; validForMs?: number },
): Promise<string | undefined> {
  await auth.authStateReady()
  const user = auth.currentUser
  if (!user) return undefined
  if (options.refresh) return user.getIdToken(true)
  const result = await user.getIdTokenResult()
  const remainingMs = new Date(result.expirationTime).getTime() - Date.now()
  const isGood = remainingMs >= (options.validForMs ?? 0) && !isOutdated(user, result)
  return isGood ? result.token : user.getIdToken(true)
}

async function refreshAccount(auth: Auth): Promise<Account | null> {
  await auth.authStateReady()
  const user = auth.currentUser
  if (!user) return null
  await user.reload()
  if (isOutdated(user, await user.getIdTokenResult())) await user.getIdToken(true)
  return accountOf(user, user.emailVerified)
}

async function reauthenticate(user: User, proof: Proof): Promise<void> {
  if (proof.method === 'password') {
    const credential = EmailAuthProvider.credential(user.email ?? '', proof.password)
    await reauthenticateWithCredential(user, credential)
  } else {
    await reauthenticateWithPopup(user, providerFor(proof.method), browserPopupRedirectResolver)
  }
}
