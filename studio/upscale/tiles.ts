import sharp from 'sharp'
import type { Box } from '#studio/picture/box.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { resized } from '#studio/picture/resized.ts'
import { TILE_REACH } from './factors.ts'
import type { UpscaleFactor } from './factors.ts'

/** At 4x a tile's planes take about 20 MB while it is worked on, beside what the net takes. */
const TILE_SIDE = 192

/** The picture cut into tiles of nearly equal size, row by row; they touch and do not overlap. */
export function tilesOf(width: number, height: number, side = TILE_SIDE): Box[] {
  const cut = (length: number): { from: number; size: number }[] => {
    const count = Math.ceil(length / side)
    const ends = Array.from({ length: count + 1 }, (_, i) => Math.round((i * length) / count))
    return ends.slice(1).map((end, i) => ({ from: ends[i] ?? 0, size: end - (ends[i] ?? 0) }))
  }
  return cut(height).flatMap((row) =>
    cut(width).map(({ from, size }) => ({ left: from, top: row.from, width: size, height: row.size })),
  )
}

/** The picture with its border repeated `TILE_REACH` pixels beyond its edges. */
export async function bordered({ width, height, data }: Raster): Promise<Raster> {
  const [top, bottom, left, right] = [TILE_REACH, TILE_REACH, TILE_REACH, TILE_REACH]
  const { data: wider, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .extend({ top, bottom, left, right, extendWith: 'copy' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: wider }
}

/** The tile and `TILE_REACH` pixels round it. @param wider see `bordered` */
export async function withSurroundings(wider: Raster, tile: Box): Promise<Raster> {
  const seen = { width: tile.width + 2 * TILE_REACH, height: tile.height + 2 * TILE_REACH }
  return { ...seen, data: await resized({ ...wider, channels: 3 }, seen, { ...tile, ...seen }) }
}

/** Puts the enlarged tile's pixels into their place in `target`, whose size is the source's times the factor. */
export function place(target: Raster, tile: Box, factor: UpscaleFactor, pixels: Uint8Array): void {
  const length = tile.width * factor * 3
  for (let y = 0; y < tile.height * factor; y++) {
    const to = ((tile.top * factor + y) * target.width + tile.left * factor) * 3
    target.data.set(pixels.subarray(y * length, (y + 1) * length), to)
  }
}
