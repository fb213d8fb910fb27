import { decodeUpright } from '#studio/export/decode.ts'
import { readMark } from '#studio/export/encode.ts'
import type { Mark } from '#studio/export/encode.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { enlarge } from './enlarge.ts'
import { TILE_REACH } from './factors.ts'
import type { UpscaleFactor } from './factors.ts'
import { loadDoubler } from './net.ts'

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
export async function enlargeTile(
  { width, height, data }: Raster,
  factor: UpscaleFactor,
): Promise<Uint8Array> {
  const large = enlarge({ width, height, data: Float32Array.from(data) }, factor, await loadDoubler())
  const margin = TILE_REACH[factor] * factor
  const row = (large.width - 2 * margin) * 3
  const rows = large.height - 2 * margin
  const out = new Uint8ClampedArray(row * rows)
  for (let y = 0; y < rows; y++) {
    const from = ((y + margin) * large.width + margin) * 3
    out.set(large.data.subarray(from, from + row), y * row)
  }
  return new Uint8Array(out.buffer)
}
