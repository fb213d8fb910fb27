import type { Box } from '#studio/picture/box.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { TILE_REACH } from './factors.ts'
import type { UpscaleFactor } from './factors.ts'

/** At 4x a tile's floats take about 80 MB while it is worked on. */
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

/** The tile and `TILE_REACH` pixels round it; beyond the picture's edge its border is repeated. */
export function withSurroundings(source: Raster, tile: Box): Raster {
  const reach = TILE_REACH
  const [width, height] = [tile.width + 2 * reach, tile.height + 2 * reach]
  const data = new Uint8Array(width * height * 3)
  let to = 0
  for (let row = tile.top - reach; row < tile.top + tile.height + reach; row++) {
    const y = Math.min(source.height - 1, Math.max(0, row))
    for (let column = tile.left - reach; column < tile.left + tile.width + reach; column++) {
      const from = (y * source.width + Math.min(source.width - 1, Math.max(0, column))) * 3
      data[to++] = source.data[from] ?? 0
      data[to++] = source.data[from + 1] ?? 0
      data[to++] = source.data[from + 2] ?? 0
    }
  }
  return { width, height, data }
}

/** Puts the enlarged tile's pixels into their place in `target`, whose size is the source's times the factor. */
export function place(target: Raster, tile: Box, factor: UpscaleFactor, pixels: Uint8Array): void {
  const length = tile.width * factor * 3
  for (let y = 0; y < tile.height * factor; y++) {
    const to = ((tile.top * factor + y) * target.width + tile.left * factor) * 3
    target.data.set(pixels.subarray(y * length, (y + 1) * length), to)
  }
}
