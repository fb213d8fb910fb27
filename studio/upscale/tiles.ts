import type { Raster } from '#studio/picture/raster.ts'
import { TILE_REACH } from './factors.ts'
import type { UpscaleFactor } from './factors.ts'

/** A part of the source; tiles touch and do not overlap. */
export interface Tile {
  left: number
  top: number
  width: number
  height: number
}

/** At 4x a tile's floats take about 80 MB while it is worked on. */
const TILE_SIDE = 192

/** The picture cut into tiles of nearly equal size, row by row. */
export function tilesOf(width: number, height: number, side = TILE_SIDE): Tile[] {
  const cuts = (length: number): number[] => {
    const count = Math.ceil(length / side)
    return Array.from({ length: count + 1 }, (_, i) => Math.round((i * length) / count))
  }
  const [xs, ys] = [cuts(width), cuts(height)]
  return ys.slice(1).flatMap((bottom, row) =>
    xs
      .slice(1)
      .map((right, column) => ({ left: xs[column] ?? 0, top: ys[row] ?? 0, right, bottom }))
      .map(({ left, top, right, bottom: end }) => ({ left, top, width: right - left, height: end - top })),
  )
}

/** The tile and `TILE_REACH` pixels round it; beyond the picture's edge its border is repeated. */
export function withSurroundings(source: Raster, tile: Tile): Raster {
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
export function place(target: Raster, tile: Tile, factor: UpscaleFactor, pixels: Uint8Array): void {
  const length = tile.width * factor * 3
  for (let y = 0; y < tile.height * factor; y++) {
    const to = ((tile.top * factor + y) * target.width + tile.left * factor) * 3
    target.data.set(pixels.subarray(y * length, (y + 1) * length), to)
  }
}
