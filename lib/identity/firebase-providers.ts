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
    // Whoever has several accounts there is asked which.
    return new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' })
  const apple = new OAuthProvider(PROVIDER_IDS.apple)
  apple.addScope('email')
  apple.addScope('name')
  return apple
}

/** In a window; where the browser opens none, this page leaves, and the promise stays open. */
export async function signInWithProvider(auth: Auth, provider: SignInProvider): Promise<void> {
  try {
    await signInWithPopup(auth, providerFor(provider), browserPopupRedirectResolver)
  } catch (error) {
    if (toIdentityError(error).code !== 'popup_blocked') throw error
    await signInWithRedirect(auth, providerFor(provider), browserPopupRedirectResolver)
  }
}

/** Asks for nothing, and loads nothing, where this page did not leave for a provider. */
export async function completeRedirect(auth: Auth): Promise<void> {
  await getRedirectResult(auth, browserPopupRedirectResolver)
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
