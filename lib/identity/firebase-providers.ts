import {
  browserPopupRedirectResolver,
  getRedirectResult,
  GoogleAuthProvider,
  linkWithPopup,
  OAuthProvider,
  signInWithPopup,
  signInWithRedirect,
  unlink,
  type Auth,
  type AuthProvider,
  type User,
} from 'firebase/auth'
import { IdentityError, toIdentityError } from './identity-error.ts'
import { SIGN_IN_PROVIDERS, type SignInMethod, type SignInProvider } from './identity.ts'

/** How Firebase calls them. */
const PROVIDER_IDS: Readonly<Record<SignInMethod, string>> = {
  password: 'password',
  google: 'google.com',
  apple: 'apple.com',
}

export function providerOfId(providerId: string | undefined): SignInProvider | undefined {
  return SIGN_IN_PROVIDERS.find((provider) => PROVIDER_IDS[provider] === providerId)
}

export function providerFor(provider: SignInProvider): AuthProvider {
  if (provider === 'google')
    // A user with several accounts there is asked which.
    return new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' })
  const apple = new OAuthProvider(PROVIDER_IDS.apple)
  apple.addScope('email')
  apple.addScope('name')
  return apple
}

/**
 * In a window; where the browser opens none, this page leaves, and the promise stays open.
 * @param completed what `completeRedirect` is about to find, or found, on this page
 */
export async function signInWithProvider(
  auth: Auth,
  provider: SignInProvider,
  completed: () => Promise<boolean>,
): Promise<void> {
  try {
    await signInWithPopup(auth, providerFor(provider), browserPopupRedirectResolver)
  } catch (error) {
    if (toIdentityError(error).code !== 'popup_blocked') throw error
    // Firebase notes that a page leaves, and wipes the note away when it looks for an answer. It does neither before
    // the browser's database has opened: a look that waited as well would take this note, and the answer be lost.
    const isSignedIn = await completed().catch(() => false)
    if (!isSignedIn) await signInWithRedirect(auth, providerFor(provider), browserPopupRedirectResolver)
  }
}

/** Whether a provider's answer opened an account. Loads nothing where this page did not leave for one. */
export async function completeRedirect(auth: Auth): Promise<boolean> {
  return (await getRedirectResult(auth, browserPopupRedirectResolver)) !== null
}

export async function connectProvider(user: User, provider: SignInProvider): Promise<void> {
  await linkWithPopup(user, providerFor(provider), browserPopupRedirectResolver)
}

export function methodsOf(user: User): SignInMethod[] {
  const ids = user.providerData.map(({ providerId }) => providerId)
  return (['password', ...SIGN_IN_PROVIDERS] as const).filter((method) => ids.includes(PROVIDER_IDS[method]))
}

export async function disconnectMethod(user: User, method: SignInMethod): Promise<void> {
  if (methodsOf(user).length < 2) throw new IdentityError('last_method')
  await unlink(user, PROVIDER_IDS[method])
}
