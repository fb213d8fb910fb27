import { z } from 'zod'
import type { EngineJobId } from './engine-port.ts'

export const VendorJobKind = z.enum(['training', 'render'])
export type VendorJobKind = z.infer<typeof VendorJobKind>

/**
 * `waiting`: the account has as many orders under way as it may, and nothing was sent. `sending`: the order may have been sent, and no answer is known. `sent`: the vendor has it. The others are ends: `abandoned`
 * orders may be submitted again, and so may `failed` and `refused` ones.
 */
export const VendorJobState = z.enum([
  'waiting',
  'sending',
  'sent',
  'succeeded',
  'failed',
  'refused',
  'abandoned',
])
export type VendorJobState = z.infer<typeof VendorJobState>

/** An order given to a vendor, as whichever process asks next has to know it. */
export interface VendorJob {
  id: EngineJobId
  engine: string
  kind: VendorJobKind
  state: VendorJobState
  /** The number of this submission of the order, from 1. */
  attempt: number
  vendorId: string | null
  /** The engine's own notes on the job: addresses, files, why it failed. */
  details: Readonly<Record<string, string>>
  /** When it was sent; of one that waits, when it last asked for its turn. */
  submittedAt: Date
  /** Since when it waits for its turn; null of one that does not. */
  waitsSince: Date | null
  /** The cost of all attempts, in millionths of a dollar. */
  costMicros: number
}

/** Remembers orders before they are sent, so that none is sent twice unknowingly and none is forgotten. */
export interface VendorJobs {
  find(id: EngineJobId): Promise<VendorJob | undefined>
  /**
   * Stores an order as about to be sent, in place of the attempt before it; or as waiting for its turn, where the account has
   * no place free: then ask again within `ASKS_AGAIN_MS`, as long as the order is wanted. Who waits longest is next.
   * @param inFlight how many orders the engine may have under way at once, whichever processes sent them; null without a limit
   * @returns `taken` when another process did so first, when the attempt before is under way, or when the order was given up
   *   while it waited
   */
  begin(
    job: Pick<VendorJob, 'id' | 'engine' | 'kind' | 'attempt' | 'details' | 'submittedAt'>,
    inFlight: number | null,
  ): Promise<'begun' | 'waiting' | 'taken'>
  /**
   * Changes the attempt, unless a later one has begun. `details` are added to, `costMicros` is added.
   * @param whileIn the states it may be in; any where none are named
   * @returns whether it was changed
   */
  change(
    job: Pick<VendorJob, 'id' | 'attempt'>,
    change: Partial<Pick<VendorJob, 'state' | 'vendorId' | 'details' | 'costMicros'>>,
    whileIn?: readonly VendorJobState[],
  ): Promise<boolean>
}

/** The states of an order of which more may be heard. */
export const UNDER_WAY: readonly VendorJobState[] = ['sending', 'sent']

/** A process that waits with an order asks for its turn again within this time; later its process counts as gone, and others go first. */
export const ASKS_AGAIN_MS = 15_000
