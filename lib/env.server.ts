import 'server-only'
import {
  EnvironmentError,
  SITE_ENVIRONMENT,
  parseEnv,
  parseIdentitySettings,
  parseBackendUrl,
  parseSignInPages,
  type IdentitySettings,
} from './env.ts'

export interface ServerEnv {
  /** The address of the backend's calls, without a slash at the end. */
  backendUrl: string
  identity: IdentitySettings
  /** The key of Firebase's browser SDK; public by design. */
  firebaseApiKey: string
  firebaseAuthDomain: string
  /** Cookies get `Secure` where the site is served over https. */
  isHttps: boolean
}

/** Reads what the site's server side needs. @throws EnvironmentError naming the missing variable */
export function readServerEnv(): ServerEnv {
  const pages = parseEnv(SITE_ENVIRONMENT.pages, process.env)
  const firebase = parseEnv(SITE_ENVIRONMENT.firebase, process.env)
  const identity = parseIdentitySettings(process.env)
  // The emulator takes any key.
  const firebaseApiKey = firebase.FIREBASE_API_KEY ?? (identity.kind === 'emulator' ? 'emulator' : undefined)
  if (firebaseApiKey === undefined) throw new EnvironmentError('FIREBASE_API_KEY is missing')
  return {
    backendUrl: parseBackendUrl(process.env),
    identity,
    firebaseApiKey,
    firebaseAuthDomain: parseSignInPages(process.env).authDomain,
    isHttps: pages.SITE_URL.startsWith('https:'),
  }
}
