import 'server-only'
import { z } from 'zod'
import { parseEnv, parseIdentitySettings, type IdentitySettings } from './env.ts'

export interface ServerEnv {
  /** Where the backend's calls are served, without a slash at the end. */
  backendUrl: string
  identity: IdentitySettings
  /** What Firebase's browser SDK needs; public by design. */
  firebaseApiKey: string
  firebaseAuthDomain: string
  /** Cookies get `Secure` where the site is served over https. */
  isHttps: boolean
}

const Values = z.object({
  BACKEND_URL: z.url().default('http://127.0.0.1:4100'),
  SITE_URL: z.url().default('http://localhost:3000'),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: z.string().optional(),
})

/** Reads what the site's server side needs. @throws EnvironmentError naming what is missing */
export function readServerEnv(): ServerEnv {
  const values = parseEnv(Values, process.env)
  const identity = parseIdentitySettings(process.env)
  const emulated = identity.kind === 'emulator'
  const required = parseEnv(
    z.object({ FIREBASE_API_KEY: z.string().min(1) }),
    // The emulator takes any key.
    emulated ? { FIREBASE_API_KEY: values.FIREBASE_API_KEY ?? 'emulator' } : process.env,
  )
  return {
    backendUrl: values.BACKEND_URL.replace(/\/+$/, ''),
    identity,
    firebaseApiKey: required.FIREBASE_API_KEY,
    firebaseAuthDomain: values.FIREBASE_AUTH_DOMAIN ?? `${identity.projectId}.firebaseapp.com`,
    isHttps: values.SITE_URL.startsWith('https:'),
  }
}
