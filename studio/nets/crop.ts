import { boxWithin } from '#studio/picture/box.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import { putPart } from '#studio/kernels/part.ts'
import type { Point } from '#studio/person/landmarks.ts'
import type { Raster } from '#studio/picture/raster.ts'

/** A square of the picture, turned by `angleRad` (clockwise on screen), `size` pixels wide. */
export interface Square {
  centreX: number
  centreY: number
  size: number
  angleRad: number
  /** Mirrored left to right after cutting. */
  mirrored?: boolean
}

const pyramids = new WeakMap<Raster, Raster[]>()

/** Bilinear samples reach a pixel; one more for rounding. */
const REACH = 2

/** Half the size by 2x2 means; an odd last row or column is dropped. For pictures of two pixels or more each way. */
function halve({ data, ...size }: Raster): Raster {
  const [width, height] = [size.width >> 1, size.height >> 1]
  const [row, halved] = [3 * size.width, new Uint8Array(width * height * 3)]
  for (let y = 0; y < 2 * height; y += 2)
    for (let c = 0; c < 3; c++)
      halveRow(data.subarray(y * row + c), row, halved.subarray(1.5 * y * width + c))
  return { width, height, data: halved }
}

/** One channel of a row: a function called this often is compiled at once, a loop within loops is not. */
function halveRow(pixels: Uint8Array, row: number, halved: Uint8Array): void {
  const at = (place: number): number => pixels[place] ?? 0
  for (let to = 0, from = 0; from < row - 3; to += 3, from += 6)
    halved[to] = (at(from) + at(from + 3) + at(from + row) + at(from + row + 3) + 2) >> 2
}

/** The level of the picture's pyramid that is at most twice as fine as needed, so that bilinear reading does not alias. */
function levelFor(raster: Raster, pixelsPerSample: number): { level: Raster; scale: number } {
  const levels = pyramids.get(raster) ?? [raster]
  pyramids.set(raster, levels)
  let index = 0
  let scale = 1
  let level = raster
  while (pixelsPerSample / scale >= 2 && Math.min(level.width, level.height) > 1) {
    index++
    scale *= 2
    level = levels[index] ?? halve(level)
    levels[index] = level
  }
  return { level, scale }
}

/**
 * Cuts a square out of the picture as floats `value * gain + bias`, NHWC with 3 channels; outside the picture is 0 before gain.
 */
export function cutSquare(
  raster: Raster,
  square: Square,
  side: number,
  gain: number,
  bias: number,
): Float32Array {
  const step = square.size / side
  const { level, scale } = levelFor(raster, step)
  const cos = Math.cos(square.angleRad)
  const sin = Math.sin(square.angleRad)
  const stride = square.mirrored ? -step : step
  // From one sample of a row to the next and from row to row, in pixels of the level.
  const across = { x: (cos * stride) / scale, y: (sin * stride) / scale }
  const down = { x: (-sin * step) / scale, y: (cos * step) / scale }
  const half = (side - 1) / 2
  const [x, y] = [square.centreX / scale - 0.5, square.centreY / scale - 0.5]
  const [reachX, reachY] = [
    half * (Math.abs(across.x) + Math.abs(down.x)),
    half * (Math.abs(across.y) + Math.abs(down.y)),
  ]
  const edges = { left: x - reachX, top: y - reachY, right: x + reachX + 1, bottom: y + reachY + 1 }
  const seen = boxWithin(edges, REACH, level)
  return withRoom((room) => {
    const part = putPart(room, level, seen)
    const out = room.floats(side * side * 3)
    kernels.cutSquare(
      part,
      seen.width,
      seen.height,
      x - half * (across.x + down.x) - seen.left,
      y - half * (across.y + down.y) - seen.top,
      across.x,
      across.y,
      down.x,
      down.y,
      side,
      gain,
      bias,
      out,
    )
    return room.takeFloats(out, side * side * 3)
  })
}

/** The square moved upwards along itself by a share of its size. */
export function lifted(square: Square, share: number): Square {
  const { centreX, centreY, angleRad } = square
  const rise = share * square.size
  return {
    ...square,
    centreX: centreX + Math.sin(angleRad) * rise,
    centreY: centreY - Math.cos(angleRad) * rise,
  }
}

/** Where a point of the cut square (0..1 in both directions) lies in the picture. */
export function fromSquare(square: Square, x: number, y: number): Point {
  const u = ((square.mirrored ? 1 - x : x) - 0.5) * square.size
  const v = (y - 0.5) * square.size
  const cos = Math.cos(square.angleRad)
  const sin = Math.sin(square.angleRad)
  return { x: square.centreX + cos * u - sin * v, y: square.centreY + sin * u + cos * v }
}
