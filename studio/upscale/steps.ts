import { decodeUpright } from '#studio/export/decode.ts'
import { readMark } from '#studio/export/encode.ts'
import type { Mark } from '#studio/export/encode.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { enlarge } from './enlarge.ts'
import type { UpscaleFactor } from './factors.ts'
import { doubled } from './net.ts'

export interface OpenedPicture {
  picture: Raster
  /** The mark it bears. */
  mark: Mark | null
}

/** Any picture that sharp reads; null where the bytes are none. */
export async function openPicture(bytes: Uint8Array): Promise<OpenedPicture | null> {
  const picture = await decodeUpright(bytes).catch(() => null)
  return picture && { picture, mark: await readMark(bytes) }
}

/** Enlarges a tile that comes with its surroundings; answers its own pixels alone. */
export async function enlargeTile(tile: Raster, factor: UpscaleFactor): Promise<Uint8Array> {
  const values = await enlarge(tile, factor, doubled)
  return new Uint8Array(new Uint8ClampedArray(values).buffer)
}
