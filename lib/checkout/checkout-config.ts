import { z } from 'zod'
import type { CheckoutForm } from '#contract/payments.ts'

/** The browser's settings for paying; without a key the customer pays on the provider's own page. */
export const CheckoutConfig = z.object({ stripePublishableKey: z.string().nullable() })
export type CheckoutConfig = z.infer<typeof CheckoutConfig>

const TIMEOUT_MS = 10_000

let loaded: Promise<CheckoutConfig> | undefined

async function ask(): Promise<CheckoutConfig> {
  const response = await fetch('/api/client-config', { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return CheckoutConfig.parse(await response.json())
}

/** @throws when it cannot be had now; the next call asks again */
export function loadCheckoutConfig(): Promise<CheckoutConfig> {
  loaded ??= ask().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

/** For as long as the window is open. */
const UNREACHABLE = 'payment-form-unreachable'

/** Notes whether the provider's form comes through here: where not, the next purchase is paid on the provider's page. */
export function noteForm(isReachable: boolean): void {
  try {
    if (isReachable) sessionStorage.removeItem(UNREACHABLE)
    else sessionStorage.setItem(UNREACHABLE, '1')
  } catch {
    // Without storage, the form is tried again.
  }
}

function isFormAvoided(): boolean {
  try {
    return sessionStorage.getItem(UNREACHABLE) !== null
  } catch {
    return false
  }
}

/** The form in which a purchase that begins now is paid. */
export async function preferredForm(): Promise<CheckoutForm> {
  if (isFormAvoided()) return 'page'
  const config = await loadCheckoutConfig().catch(() => undefined)
  return config?.stripePublishableKey ? 'embedded' : 'page'
}
