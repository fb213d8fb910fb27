import type { Storage } from '#backend/providers/storage/storage-port.ts'
import type { RenderedPicture } from './engine-port.ts'
import type { VendorJobs } from './jobs-port.ts'

/** What every engine that works elsewhere needs. */
export interface VendorEngineDeps {
  jobs: VendorJobs
  storage: Storage
  /** Makes the product's file of a picture. */
  finish: (bytes: Uint8Array) => Promise<Omit<RenderedPicture, 'sourceKey' | 'verdict'>>
  now?: () => Date
}

/** The size of a picture as it is ordered, in pixels, and the largest file that is taken for one. */
export const PICTURE_SIZE_PX = { width: 1024, height: 1280 }
export const PICTURE_MAX_BYTES = 20 * 1024 * 1024
