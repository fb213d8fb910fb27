import type { VendorHookName } from '#contract/engine-hooks.ts'

/** A hook as it arrived: the body's bytes before anything parsed them, headers by lower-case name. */
export interface ReceivedHook {
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Uint8Array
}

/**
 * The vendor's id of the job that a hook tells of; null when the hook is not the vendor's.
 * @throws UnavailableError when the vendor's keys cannot be had
 */
export type HookReader = (hook: ReceivedHook) => Promise<string | null>

/** Readers by vendor; vendors that are not configured have none. */
export type HookReaders = Readonly<Partial<Record<VendorHookName, HookReader>>>
