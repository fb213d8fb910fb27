import type { Box } from '#studio/picture/box.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import type { Raster } from '#studio/picture/raster.ts'

export interface SqueezeOptions {
  /** The part of the raster that counts, in whole pixels; all of it unless given. */
  area?: Box
  /** What each byte value is taken for: 256 of them. */
  tones?: Uint8Array | null
}

/** Rows of the square made of one portion of the raster: it stays in the processor's cache. */
const ROWS_AT_ONCE = 8

/** The raster, or a part of it, squeezed into a square of RGB by area means, 0..1. */
export function squeeze(raster: Raster, side: number, { area, tones }: SqueezeOptions = {}): Float32Array {
  const { left = 0, top = 0, width = raster.width, height = raster.height } = area ?? {}
  const stride = width * 3
  const rows = cellsOf(height, side, 1 / 255)
  return withRoom((room) => {
    const out = room.floats(side * side * 3)
    const line = room.floats(stride + 16)
    const down = putCells(room, rows)
    const across = putCells(room, cellsOf(width, side))
    const table = tones ? room.put(tones) : 0
    const most = Math.max(1, Math.ceil((height * ROWS_AT_ONCE) / side)) + 2
    const band = room.bytes(most * stride)
    for (let y = 0; y < side; y += ROWS_AT_ONCE) {
      const portion = rows.slice(y, y + ROWS_AT_ONCE)
      const first = portion[0]?.first ?? 0
      const last = portion.at(-1)
      const end = last ? last.first + last.weights.length : first
      for (let row = first; row < end; row++) {
        const from = ((top + row) * raster.width + left) * 3
        room.write((band + (row - first) * stride) as Pointer, raster.data.subarray(from, from + stride))
      }
      const to = Math.min(side, y + ROWS_AT_ONCE)
      kernels.squeeze(band, stride, first, end - first, table, down, y, to, across, side, line, out)
    }
    return room.takeFloats(out, side * side * 3)
  })
}

/** The source's cells that make one of the target's: so many from the first on, and their shares. */
interface Cell {
  first: number
  weights: number[]
}

/** In the order of the kernels' `Cell`. */
function putCells(room: Room, cells: readonly Cell[]): Pointer {
  const weights = room.put(Float32Array.from(cells.flatMap((cell) => cell.weights)))
  const table = new Int32Array(cells.length * 3)
  let offset = 0
  cells.forEach((cell, index) => {
    table.set([cell.first, cell.weights.length, weights + offset * 4], index * 3)
    offset += cell.weights.length
  })
  return room.put(table)
}

/** By area when shrinking, by linear interpolation when enlarging. */
function cellsOf(from: number, to: number, unit = 1): Cell[] {
  const ratio = from / to
  return Array.from({ length: to }, (_, index) => {
    if (ratio > 1) return areaCell(index * ratio, Math.min(from, (index + 1) * ratio), unit / ratio)
    const position = Math.min(from - 1, Math.max(0, (index + 0.5) * ratio - 0.5))
    const first = Math.floor(position)
    const share = position - first
    return { first, weights: first + 1 < from ? [unit * (1 - share), unit * share] : [unit] }
  })
}

function areaCell(start: number, end: number, unit: number): Cell {
  const first = Math.floor(start)
  const weights: number[] = []
  for (let cell = first; cell < end; cell++)
    weights.push(unit * (Math.min(end, cell + 1) - Math.max(start, cell)))
  return { first, weights }
}
