import type { Plane, Size } from '#studio/picture/raster.ts'

/** A rectangle of pixels; right and bottom are not part of it. */
export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/** Side of the tiles areas are made of: small enough to follow a band, wide enough for window sums. */
const TILE = 32

export function wholeArea({ width, height }: Size): Area {
  return { left: 0, top: 0, right: width, bottom: height }
}

/** Upright stacks of tiles that hold every pixel where the mask is 1 and all within `margin` of it; none overlap. */
export function areasAround(mask: Uint8Array, width: number, height: number, margin: number): Area[] {
  const areas: Area[] = []
  for (let left = 0; left < width; left += TILE) {
    const right = Math.min(width, left + TILE)
    for (let top = 0; top < height; top += TILE) {
      const tile = { left, top, right, bottom: Math.min(height, top + TILE) }
      if (!grown([tile], margin, { width, height }).some((near) => holdsMark(mask, width, near))) continue
      const last = areas.at(-1)
      if (last?.left === left && last.bottom === top) last.bottom = tile.bottom
      else areas.push(tile)
    }
  }
  return areas
}

function holdsMark(mask: Uint8Array, width: number, { left, top, right, bottom }: Area): boolean {
  for (let y = top; y < bottom; y++)
    if (mask.subarray(y * width + left, y * width + right).includes(1)) return true
  return false
}

/** The same round the pixels of a plane that differ from the next one to the right or below. */
export function areasOfChange({ width, height, data }: Plane, margin: number): Area[] {
  const mask = new Uint8Array(data.length)
  for (let i = 0; i < mask.length; i++)
    mask[i] = data[i] !== (data[i + 1] ?? data[i]) || data[i] !== (data[i + width] ?? data[i]) ? 1 : 0
  return areasAround(mask, width, height, margin)
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

/** Ranges as the kernels take them: how many, then from and to of each. */
export function rangeTable(ranges: readonly Range[]): Int32Array {
  return Int32Array.from([ranges.length, ...ranges.flatMap(({ from, to }) => [from, to])])
}
