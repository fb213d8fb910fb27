import { z } from 'zod'
import type { EngineJobId } from './engine-port.ts'

export const VendorJobKind = z.enum(['training', 'render'])
export type VendorJobKind = z.infer<typeof VendorJobKind>

/**
 * `sending`: the order may have been sent, and no answer is known. `sent`: the vendor has it. The others are ends: `abandoned`
 * orders may be submitted again, and so may `failed` and `refused` ones.
 */
export const VendorJobState = z.enum(['sending', 'sent', 'succeeded', 'failed', 'refused', 'abandoned'])
export type VendorJobState = z.infer<typeof VendorJobState>

/** An order given to a vendor, as whichever process asks next has to know it. */
export interface VendorJob {
  id: EngineJobId
  engine: string
  kind: VendorJobKind
  state: VendorJobState
  /** Which submission of the order this is, from 1. */
  attempt: number
  vendorId: string | null
  /** What the engine needs to know of the job, in its own words: addresses, files, why it failed. */
  details: Readonly<Record<string, string>>
  submittedAt: Date
  /** Of all attempts, in millionths of a dollar. */
  costMicros: number
}

/** Remembers orders before they are sent, so that none is sent twice unknowingly and none is forgotten. */
export interface VendorJobs {
  find(id: EngineJobId): Promise<VendorJob | undefined>
  /**
   * Stores an order as about to be sent, in place of the attempt before it.
   * @param inFlight how many orders the engine may have under way at once, whichever processes sent them; null without a limit
   * @returns `taken` when another process did so first; `full` when so many are under way
   */
  begin(
    job: Pick<VendorJob, 'id' | 'engine' | 'kind' | 'attempt' | 'details' | 'submittedAt'>,
    inFlight: number | null,
  ): Promise<'begun' | 'taken' | 'full'>
  /** Changes the attempt; does nothing when a later one has begun. `details` are added to, `costMicros` is added. */
  change(
    job: Pick<VendorJob, 'id' | 'attempt'>,
    change: Partial<Pick<VendorJob, 'state' | 'vendorId' | 'details' | 'costMicros'>>,
  ): Promise<void>
}
