import { z } from 'zod'

export interface DemoAccountOptions {
  authUrl: string
  projectId: string
  email: string
  password: string
}

export interface DemoAccount {
  email: string
  /** Absent when the account's owner has changed it. */
  password?: string
}

/** Fixed, so that credits can be granted before the account exists. */
export const DEMO_UID = 'demo'

const CALL_TIMEOUT_MS = 10_000
/** By its id, or by its address in a folder whose account has another id. */
const IS_THERE: ReadonlySet<string> = new Set(['DUPLICATE_LOCAL_ID', 'EMAIL_EXISTS'])
const Answer = z.looseObject({
  localId: z.string().optional(),
  error: z.looseObject({ message: z.string() }).optional(),
})

/** Calls the Identity Toolkit REST API of the Auth emulator; "Bearer owner" is the emulator's administrator. */
async function call({ authUrl }: DemoAccountOptions, path: string, body: object) {
  const response = await fetch(`${authUrl}/identitytoolkit.googleapis.com/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  })
  return Answer.parse(await response.json())
}

/** Creates a verified account to try the product with, or leaves an existing one unchanged. */
export async function ensureDemoAccount(options: DemoAccountOptions): Promise<DemoAccount> {
  const { projectId, email, password } = options
  const created = await call(options, `projects/${projectId}/accounts`, {
    localId: DEMO_UID,
    email,
    password,
    emailVerified: true,
  })
  if (created.localId) return { email, password }
  const refusal = created.error?.message ?? 'no answer'
  if (!IS_THERE.has(refusal)) throw new Error(`The demo account could not be created: ${refusal}`)
  const signedIn = await call(options, 'accounts:signInWithPassword?key=demo', { email, password })
  return signedIn.localId ? { email, password } : { email }
}
