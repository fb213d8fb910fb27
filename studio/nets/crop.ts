import type { Raster } from '#studio/raster.ts'

/** A square of the picture, turned by `angleRad` (clockwise on screen), `size` pixels wide. */
export interface Square {
  centreX: number
  centreY: number
  size: number
  angleRad: number
  /** Mirrored left to right after cutting. */
  mirrored?: boolean
}

interface Point {
  x: number
  y: number
}

const pyramids = new WeakMap<Raster, Raster[]>()

/** Half the size by 2x2 means; an odd last row or column is dropped. */
function halve(source: Raster): Raster {
  const width = Math.max(1, source.width >> 1)
  const height = Math.max(1, source.height >> 1)
  const data = new Uint8Array(width * height * 3)
  const right = source.width > 1 ? 3 : 0
  const below = source.height > 1 ? source.width * 3 : 0
  for (let y = 0; y < height; y++) {
    const from = Math.min(2 * y, source.height - 1) * source.width * 3
    halveRow(source.data, from, right, below, data.subarray(y * width * 3, (y + 1) * width * 3))
  }
  return { width, height, data }
}

// Rows have functions of their own: V8 leaves the compiled code of an inner loop at each of its ends.
function halveRow(data: Uint8Array, start: number, right: number, below: number, out: Uint8Array): void {
  for (let to = 0, from = start; to < out.length; from += 3) {
    for (let c = 0; c < 3; c++, to++, from++) {
      const sum = at(data, from) + at(data, from + right)
      out[to] = (sum + at(data, from + below) + at(data, from + below + right) + 2) >> 2
    }
  }
}

function at(data: Uint8Array, index: number): number {
  return data[index] ?? 0
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
  const out = new Float32Array(side * side * 3)
  const stride = square.mirrored ? -step : step
  // From one sample of a row to the next, in pixels of the level.
  const across = { x: (cos * stride) / scale, y: (sin * stride) / scale }
  const u = ((side - 1) / 2) * -stride
  for (let j = 0; j < side; j++) {
    const v = (j + 0.5) * step - square.size / 2
    const x = (square.centreX + cos * u - sin * v) / scale - 0.5
    const y = (square.centreY + sin * u + cos * v) / scale - 0.5
    cutRow(level, { x, y }, across, out.subarray(j * side * 3, (j + 1) * side * 3))
  }
  for (let k = 0; k < out.length; k++) out[k] = (out[k] ?? 0) * gain + bias
  return out
}

/** Bilinear samples along a line. */
function cutRow({ width, height, data }: Raster, start: Point, across: Point, out: Float32Array): void {
  for (let i = 0, to = 0; to < out.length; i++, to += 3) {
    const x = start.x + i * across.x
    const y = start.y + i * across.y
    const x0 = Math.floor(x)
    const y0 = Math.floor(y)
    const fx = x - x0
    const fy = y - y0
    for (let corner = 0; corner < 4; corner++) {
      const px = x0 + (corner & 1)
      const py = y0 + (corner >> 1)
      if (px < 0 || py < 0 || px >= width || py >= height) continue
      const weight = (corner & 1 ? fx : 1 - fx) * (corner >> 1 ? fy : 1 - fy)
      const from = (py * width + px) * 3
      for (let c = 0; c < 3; c++) out[to + c] = (out[to + c] ?? 0) + weight * at(data, from + c)
    }
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
