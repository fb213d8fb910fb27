import { z } from 'zod'
import type { CheckoutForm } from '#contract/payments.ts'

/** What paying needs in the browser; without a key it is done on the provider's own page. */
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

/** Where a purchase that begins now is paid. */
export async function preferredForm(): Promise<CheckoutForm> {
  const config = await loadCheckoutConfig().catch(() => undefined)
  return config?.stripePublishableKey ? 'embedded' : 'page'
}
