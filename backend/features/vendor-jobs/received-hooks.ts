import type { HookReader, ReceivedHook } from '#backend/providers/engine/hooks-port.ts'
import { UNDER_WAY, type VendorJob, type VendorJobs } from '#backend/providers/engine/jobs-port.ts'

/**
 * Takes a hook of a vendor, and notes it with its order, so that the process that waits for the order, on any machine, asks
 * the vendor soon. Where the answer to the order was lost, the hook brings the vendor's id of it. A hook that comes late or
 * twice, or names another job than the known one, changes nothing.
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
