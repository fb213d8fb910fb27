import { readServerEnv } from '#lib/env.server.ts'
import { readStripePublishableKey } from '#lib/env.ts'
import type { CheckoutConfig } from '#lib/checkout/checkout-config.ts'
import type { ClientConfig } from '#lib/identity/client-config.ts'

export const dynamic = 'force-dynamic'

/** What sign-in and payment need in the browser, read at run time, so that one build serves every environment. */
export function GET(): Response {
  const { identity, firebaseApiKey, firebaseAuthDomain } = readServerEnv()
  const config: ClientConfig & CheckoutConfig = {
    apiKey: firebaseApiKey,
    authDomain: firebaseAuthDomain,
    projectId: identity.projectId,
    emulatorOrigin: identity.kind === 'emulator' ? identity.emulatorOrigin : null,
    stripePublishableKey: readStripePublishableKey() ?? null,
  }
  return Response.json(config, { headers: { 'cache-control': 'no-store' } })
}
