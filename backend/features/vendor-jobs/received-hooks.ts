import type { HookReader, ReceivedHook } from '#backend/providers/engine/hooks-port.ts'
import { UNDER_WAY, type VendorJob, type VendorJobs } from '#backend/providers/engine/jobs-port.ts'

/**
 * Takes a hook of a vendor, and notes with its order that the vendor told of it, so that whoever waits for it, on whichever machine,
 * asks the vendor soon. Where the answer to the order was lost, the order's id there is known from now on. What comes late,
 * or twice, or names another job than the one that is known, changes nothing.
 * @returns false when the hook is not the vendor's
 * @throws UnavailableError when the vendor's keys cannot be had
 */
export async function takeHook(
  { jobs, readHook }: { jobs: VendorJobs; readHook: HookReader },
  { id, attempt, engine }: Pick<VendorJob, 'id' | 'attempt' | 'engine'>,
  hook: ReceivedHook,
): Promise<boolean> {
  const vendorId = await readHook(hook)
  if (vendorId === null) return false
  const job = await jobs.find(id)
  if (job?.engine !== engine || job.attempt !== attempt) return true
  if (job.vendorId !== null && job.vendorId !== vendorId) return true
  const details = { told: new Date().toISOString() }
  const change = job.vendorId === null ? { state: 'sent' as const, vendorId, details } : { details }
  await jobs.change(job, change, UNDER_WAY)
  return true
}
