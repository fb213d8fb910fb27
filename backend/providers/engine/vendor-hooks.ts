import { z } from 'zod'
import type { VendorHookName } from '#contract/engine-hooks.ts'
import { verifyBflHook, verifyFalHook, verifyStandardWebhook, type HookKeys } from './hook-signatures.ts'
import type { HookReader } from './hooks-port.ts'

const Told = z.looseObject({ id: z.string() })

/** @param readSecret asks the vendor what the account's hooks are signed with; asked once */
export function replicateHooks(readSecret: () => Promise<string>): HookReader {
  let secret: Promise<string> | undefined
  return async (hook) => {
    secret ??= readSecret().catch((error: unknown) => {
      secret = undefined
      throw error
    })
    return verifyStandardWebhook(await secret, hook) === null ? null : idIn(hook.body)
  }
}

/** @param account its id at fal, whose keys sign the hooks of all its customers; null where any will do */
export function falHooks(keys: HookKeys, account: string | null): HookReader {
  return (hook) =>
    account === null || hook.headers['x-fal-webhook-user-id'] === account
      ? verifyFalHook(keys, hook)
      : Promise.resolve(null)
}

export function bflHooks(secrets: readonly string[]): HookReader {
  return (hook) =>
    Promise.resolve(secrets.some((secret) => verifyBflHook(secret, hook)) ? idIn(hook.body) : null)
}

/**
 * The address for a vendor's hooks, at the public site. Null where the vendor could not reach it: vendors take https alone, an
 * emulator on this machine any address.
 */
export function vendorHookBase(
  siteUrl: string,
  { kind, baseUrl }: { kind: VendorHookName; baseUrl: string },
): string | null {
  if (siteUrl.startsWith('http:') && baseUrl.startsWith('https:')) return null
  return `${siteUrl.replace(/\/$/, '')}/engines/hooks?engine=${kind}`
}

function idIn(body: Uint8Array): string | null {
  try {
    return Told.parse(JSON.parse(Buffer.from(body).toString())).id
  } catch {
    return null
  }
}
