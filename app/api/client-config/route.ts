import { readServerEnv } from '#lib/env.server.ts'
import type { ClientConfig } from '#lib/identity/client-config.ts'

export const dynamic = 'force-dynamic'

/** What the browser's sign-in needs, read at run time, so that one build serves every environment. */
export function GET(): Response {
  const { identity, firebaseApiKey, firebaseAuthDomain } = readServerEnv()
  const config: ClientConfig = {
    apiKey: firebaseApiKey,
    authDomain: firebaseAuthDomain,
    projectId: identity.projectId,
    emulatorOrigin: identity.kind === 'emulator' ? identity.emulatorOrigin : null,
  }
  return Response.json(config, { headers: { 'cache-control': 'no-store' } })
}
