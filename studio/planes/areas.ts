import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import type { Size } from '#studio/picture/raster.ts'

/** A rectangle of pixels; right and bottom are not part of it. */
export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/** Areas as the kernels take them: left, top, right, bottom of each. */
export function areaTable(areas: readonly Area[]): Int32Array {
  return Int32Array.from(areas.flatMap(({ left, top, right, bottom }) => [left, top, right, bottom]))
}

/** Side of the tiles areas are made of: small enough to follow a band, wide enough for window sums. */
const TILE = 32

export function wholeArea({ width, height }: Size): Area {
  return { left: 0, top: 0, right: width, bottom: height }
}

/** Upright stacks of tiles that hold every marked pixel and all within `margin` (at most a tile) of it; none overlap. */
export function areasAround(mask: Uint8Array, width: number, height: number, margin: number): Area[] {
  return withRoom((room) => tilesAround(room, room.put(mask), { width, height }, margin))
}

/** The same round the pixels of a plane that differ from the next one to the right or below. */
export function areasOfChange(room: Room, plane: Pointer, size: Size, margin: number): Area[] {
  const mask = room.bytes(size.width * size.height)
  kernels.changes(plane, size.width, size.height, mask)
  return tilesAround(room, mask, size, margin)
}

function tilesAround(room: Room, mask: Pointer, { width, height }: Size, margin: number): Area[] {
  const across = Math.ceil(width / TILE)
  const down = Math.ceil(height / TILE)
  const tiles = room.bytes(across * down)
  kernels.markTiles(mask, width, height, margin, TILE, tiles)
  const marked = room.takeBytes(tiles, across * down)
  const areas: Area[] = []
  for (let column = 0; column < across; column++) {
    const left = column * TILE
    const right = Math.min(width, left + TILE)
    for (let row = 0; row < down; row++) {
      if (!(marked[row * across + column] ?? 0)) continue
      const top = row * TILE
      while (row + 1 < down && (marked[(row + 1) * across + column] ?? 0)) row++
      areas.push({ left, top, right, bottom: Math.min(height, (row + 1) * TILE) })
    }
  }
  return areas
}

/** The same areas with so many pixels more on every side, within the picture; they overlap. */
export function grown(areas: readonly Area[], pixels: number, { width, height }: Size): Area[] {
  return areas.map(({ left, top, right, bottom }) => ({
    left: Math.max(0, left - pixels),
    top: Math.max(0, top - pixels),
    right: Math.min(width, right + pixels),
    bottom: Math.min(height, bottom + pixels),
  }))
}

/** The same areas in a picture of `factor` times the pixels each way, cut off at its size. */
export function enlargedAreas(areas: readonly Area[], factor: number, { width, height }: Size): Area[] {
  return areas.map(({ left, top, right, bottom }) => ({
    left: left * factor,
    top: top * factor,
    right: Math.min(width, right * factor),
    bottom: Math.min(height, bottom * factor),
  }))
}

/** Pixel numbers from `from` to before `to`. */
export interface Range {
  from: number
  to: number
}

/** The pixels of areas that stand in order from left to right, row by row, each pixel once. */
export function rangesOf(areas: readonly Area[], { width, height }: Size): Range[] {
  const ranges: Range[] = []
  for (let y = 0; y < height; y++) {
    let open: Range | undefined
    for (const { left, top, right, bottom } of areas) {
      if (y < top || y >= bottom) continue
      if (open && y * width + left <= open.to) open.to = Math.max(open.to, y * width + right)
      else ranges.push((open = { from: y * width + left, to: y * width + right }))
    }
  }
  return ranges
}

/** Ranges as the kernels take them: from and to of each. */
export function rangeTable(ranges: readonly Range[]): Int32Array {
  const table = new Int32Array(ranges.length * 2)
  ranges.forEach(({ from, to }, k) => table.set([from, to], k * 2))
  return table
}
