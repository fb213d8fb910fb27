import { ClientConfig } from './client-config.ts'
import { IdentityError, toIdentityError } from './identity-error.ts'
import type { Identity } from './identity.ts'

const CONFIG_TIMEOUT_MS = 10_000
const ATTEMPTS = 3

async function loadConfig(attempt = 1): Promise<ClientConfig> {
  try {
    const response = await fetch('/api/client-config', { signal: AbortSignal.timeout(CONFIG_TIMEOUT_MS) })
    if (!response.ok) throw new Error(`client-config answered ${response.status}`)
    return ClientConfig.parse(await response.json())
  } catch (cause) {
    if (attempt >= ATTEMPTS) throw new IdentityError('network', { cause })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 500 * attempt))
    return loadConfig(attempt + 1)
  }
}

let loaded: Promise<Identity> | undefined

/** Loads Firebase's SDK and its settings side by side, on first use, so that public pages carry neither. */
export function loadIdentity(): Promise<Identity> {
  loaded ??= Promise.all([import('./firebase-identity.ts'), loadConfig()])
    .then(([{ createFirebaseIdentity }, config]) => createFirebaseIdentity(config))
    .catch((error: unknown) => {
      loaded = undefined
      throw toIdentityError(error)
    })
  return loaded
}
