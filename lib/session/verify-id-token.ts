import 'server-only'
import { getApps, initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import { readServerEnv } from '#lib/env.server.ts'

const APP_NAME = 'session'

/**
 * Whether Firebase issued this id token and it still holds. The SDK keeps Google's keys, and takes the emulator's
 * tokens when `FIREBASE_AUTH_EMULATOR_HOST` is set, which `readServerEnv` refuses where it must not be.
 */
export async function isGenuineIdToken(idToken: string): Promise<boolean> {
  const { identity } = readServerEnv()
  const app =
    getApps().find(({ name }) => name === APP_NAME) ??
    initializeApp({ projectId: identity.projectId }, APP_NAME)
  try {
    await getAuth(app).verifyIdToken(idToken)
    return true
  } catch {
    return false
  }
}
