import type { Storage } from '#backend/providers/storage/storage-port.ts'
import type { EngineOutlook, FinishedPicture, RenderedPicture } from './engine-port.ts'
import type { VendorJobs } from './jobs-port.ts'

/** The dependencies of every vendor's engine. */
export interface VendorEngineDeps {
  jobs: VendorJobs
  storage: Storage
  /** Makes the product's file of a picture. */
  finish: (bytes: Uint8Array) => Promise<FinishedPicture>
  now?: () => Date
}

/** The size of a picture as it is ordered, in pixels, and the largest file that is taken for one. */
export const PICTURE_SIZE_PX = { width: 1024, height: 1280 }
export const PICTURE_MAX_BYTES = 20 * 1024 * 1024

/** A finished picture of an engine, of one of its takes; the eye has yet to judge it. */
export function madeBy(
  { profile }: EngineOutlook,
  finished: FinishedPicture,
  take: string | undefined,
): RenderedPicture {
  const { name: engine, can } = profile
  return { ...finished, engine, isGenerated: can.generates, sourceKey: `take-${take}`, verdict: null }
}
