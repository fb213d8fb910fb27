import { z } from 'zod'
import { VendorHookName } from '#contract/engine-hooks.ts'
import {
  verifyBflHook,
  verifyFalHook,
  verifyStandardWebhook,
  type HookKeys,
  type ReceivedHook,
} from './hook-signatures.ts'
import type { VendorJob, VendorJobs } from './jobs-port.ts'

/**
 * The vendor's id of the job that a hook tells of; null when the hook is not the vendor's.
 * @throws UnavailableError when the vendor's keys cannot be had
 */
export type HookReader = (hook: ReceivedHook) => Promise<string | null>

/** By vendor; those that are not configured have none. */
export type HookReaders = Readonly<Partial<Record<VendorHookName, HookReader>>>

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

export function falHooks(keys: HookKeys): HookReader {
  return (hook) => verifyFalHook(keys, hook)
}

export function bflHooks(secrets: readonly string[]): HookReader {
  return (hook) =>
    Promise.resolve(secrets.some((secret) => verifyBflHook(secret, hook)) ? idIn(hook.body) : null)
}

/**
 * Notes with an order that its vendor told of it, so that whoever waits for it, on whichever machine, asks the vendor soon. Where
 * the answer to the order was lost, the order's id there is known from now on. What comes late, or twice, or names
 * another job than the one that is known, changes nothing.
 */
export async function noteHook(
  jobs: VendorJobs,
  { id, attempt, engine, vendorId }: Pick<VendorJob, 'id' | 'attempt' | 'engine'> & { vendorId: string },
): Promise<void> {
  const job = await jobs.find(id)
  if (job?.engine !== engine || job.attempt !== attempt) return
  if (job.state !== 'sending' && job.state !== 'sent') return
  if (job.vendorId !== null && job.vendorId !== vendorId) return
  const details = { told: new Date().toISOString() }
  await jobs.change(job, job.vendorId === null ? { state: 'sent', vendorId, details } : { details })
}

/**
 * Where a vendor is to tell of orders: the public door of the site. Null where the vendor could not reach it: vendors take https
 * alone, an emulator beside us takes what it is given.
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
