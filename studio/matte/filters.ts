import type { Plane } from '#studio/raster.ts'
import { areasAround, grown, wholeArea } from './areas.ts'
import type { Area } from './areas.ts'
import { changes } from './mask.ts'
import { windowMeans, windowsOf } from './windows.ts'

export function createPlane(width: number, height: number, fill = 0): Plane {
  const data = new Float32Array(width * height)
  if (fill !== 0) data.fill(fill)
  return { width, height, data }
}

/**
 * Mean over a (2r+1)² window that shrinks at the borders, in time independent of r.
 * `scratch` has the size of `source`; `target` may be `source`.
 */
export function boxMean(
  source: Float32Array,
  target: Float32Array,
  scratch: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  // Windows read rows that are written already: in place they read a copy.
  if (source === target) scratch.set(source)
  const size = { width, height }
  windowMeans(windowsOf(width, height, radius), source === target ? scratch : source, target, wholeArea(size))
}

/** Radii of three successive boxes whose variance is that of a Gaussian (Kovesi 2010). */
function boxRadii(sigma: number): [number, number, number] {
  const ideal = Math.sqrt((12 * sigma * sigma) / 3 + 1)
  let low = Math.floor(ideal)
  if (low % 2 === 0) low--
  const lows = Math.round((12 * sigma * sigma - 3 * low * low - 12 * low - 9) / (-4 * low - 4))
  const radius = (index: number) => ((index < lows ? low : low + 2) - 1) / 2
  return [radius(0), radius(1), radius(2)]
}

/**
 * Gaussian blur by three boxes; sigma in pixels. Wide blurs run on a reduced copy.
 * @param areas where it is wanted, everywhere unless given; a narrow blur leaves the plane as it is elsewhere
 */
export function blur(source: Plane, sigma: number, areas?: readonly Area[]): Plane {
  if (sigma > 12) {
    const factor = sigma > 40 ? 8 : 4
    return enlarge(blur(reduce(source, factor), sigma / factor), source.width, source.height, factor)
  }
  const { width, height, data } = source
  const out = areas ? new Float32Array(data) : new Float32Array(data.length)
  const scratch = new Float32Array(data.length)
  const [a, b, c] = boxRadii(Math.max(0.6, sigma))
  const pass = (radius: number, from: Float32Array, to: Float32Array, beyond: number) => {
    const windows = windowsOf(width, height, radius)
    for (const area of grown(areas ?? [wholeArea(source)], beyond, source))
      windowMeans(windows, from, to, area)
  }
  const first = areas ? new Float32Array(data.length) : out
  pass(a, data, first, b + c)
  pass(b, first, scratch, c)
  pass(c, scratch, out, 0)
  return { width, height, data: out }
}

/** Where a blur of this sigma differs from the plane itself. */
export function blurredAreas(source: Plane, sigma: number): Area[] {
  const [a, b, c] = boxRadii(Math.max(0.6, sigma))
  return areasAround(changes(source), source.width, source.height, a + b + c)
}

/** Area average by an integer factor; a partial last row or column is averaged over what exists. */
export function reduce(source: Plane, factor: number): Plane {
  const width = Math.ceil(source.width / factor)
  const height = Math.ceil(source.height / factor)
  const out = createPlane(width, height)
  const line = new Float64Array(width * factor)
  for (let y = 0; y < height; y++) {
    const rows = Math.min(factor, source.height - y * factor)
    line.fill(0)
    for (let row = 0; row < rows; row++) {
      const from = (y * factor + row) * source.width
      for (let x = 0; x < source.width; x++) line[x] = (line[x] ?? 0) + (source.data[from + x] ?? 0)
    }
    for (let x = 0, from = 0; x < width; x++) {
      let sum = 0
      for (const end = from + factor; from < end; from++) sum += line[from] ?? 0
      out.data[y * width + x] = sum / (rows * Math.min(factor, source.width - x * factor))
    }
  }
  return out
}

/**
 * Bilinear resize upwards (or mildly downwards), pixel centres aligned.
 * @param factor target pixels per source pixel; needed where the source's last cells are partial
 * @param areas where in the target it is wanted, everywhere unless given; 0 elsewhere
 */
export function enlarge(
  source: Plane,
  width: number,
  height: number,
  factor?: number,
  areas?: readonly Area[],
): Plane {
  const stepX = factor === undefined ? source.width / width : 1 / factor
  const stepY = factor === undefined ? source.height / height : 1 / factor
  const out = createPlane(width, height)
  const columns = new Int32Array(width)
  const weights = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const sx = Math.min(source.width - 1, Math.max(0, (x + 0.5) * stepX - 0.5))
    const left = Math.min(Math.max(0, source.width - 2), Math.floor(sx))
    columns[x] = left
    weights[x] = sx - left
  }
  // One value more than the source is wide: a single column has nothing to its right.
  const line = new Float64Array(source.width + 1)
  for (const { left, top, right, bottom } of areas ?? [wholeArea(out)]) {
    const first = columns[left] ?? 0
    const last = Math.min(source.width - 1, (columns[right - 1] ?? 0) + 1)
    for (let y = top; y < bottom; y++) {
      const sy = Math.min(source.height - 1, Math.max(0, (y + 0.5) * stepY - 0.5))
      const above = Math.min(Math.max(0, source.height - 2), Math.floor(sy))
      const v = sy - above
      const upper = above * source.width
      const lower = source.height > 1 ? upper + source.width : upper
      for (let x = first; x <= last; x++)
        line[x] = (source.data[upper + x] ?? 0) * (1 - v) + (source.data[lower + x] ?? 0) * v
      const row = y * width
      for (let x = left; x < right; x++) {
        const column = columns[x] ?? 0
        const u = weights[x] ?? 0
        out.data[row + x] = (line[column] ?? 0) * (1 - u) + (line[column + 1] ?? 0) * u
      }
    }
  }
  return out
}

/** Bilinear value at a place, whole numbers being the middles of pixels; beyond the border its values go on. */
export function bilinear({ width, height, data }: Plane, x: number, y: number): number {
  const cx = Math.min(width - 1, Math.max(0, x))
  const cy = Math.min(height - 1, Math.max(0, y))
  const left = Math.min(Math.max(0, width - 2), Math.floor(cx))
  const top = Math.min(Math.max(0, height - 2), Math.floor(cy))
  const right = width > 1 ? 1 : 0
  const below = height > 1 ? width : 0
  const i = top * width + left
  const u = cx - left
  const upper = (data[i] ?? 0) * (1 - u) + (data[i + right] ?? 0) * u
  const lower = (data[i + below] ?? 0) * (1 - u) + (data[i + below + right] ?? 0) * u
  return upper + (lower - upper) * (cy - top)
}

/**
 * Distance in pixels from each pixel to the nearest one where `inside` holds (0 there),
 * chamfer 1 / √2: within 8 % of Euclid's, enough for bands of tens of pixels.
 */
export function distanceTo(inside: Uint8Array, width: number, height: number): Float32Array {
  const far = width + height
  const distance = new Float32Array(width * height)
  for (let i = 0; i < distance.length; i++) distance[i] = (inside[i] ?? 0) ? 0 : far
  for (let y = 0; y < height; y++) relaxRow(distance, y * width, y > 0 ? -width : 0, width, 1)
  for (let y = height - 1; y >= 0; y--) relaxRow(distance, y * width, y < height - 1 ? width : 0, width, -1)
  return distance
}

/**
 * One row of a chamfer pass: from the neighbours in the row before (`beyond` away; 0 at the first row) and
 * from the pixel just passed, in the direction of `step`.
 */
function relaxRow(distance: Float32Array, row: number, beyond: number, width: number, step: 1 | -1): void {
  let x = step > 0 ? 0 : width - 1
  let passed = Infinity
  for (let count = 0; count < width; count++, x += step) {
    const i = row + x
    let least = distance[i] ?? 0
    if (least > 0) {
      if (passed + 1 < least) least = passed + 1
      if (beyond !== 0) {
        const over = i + beyond
        const straight = (distance[over] ?? 0) + 1
        if (straight < least) least = straight
        if (x > 0) {
          const left = (distance[over - 1] ?? 0) + Math.SQRT2
          if (left < least) least = left
        }
        if (x < width - 1) {
          const right = (distance[over + 1] ?? 0) + Math.SQRT2
          if (right < least) least = right
        }
      }
      distance[i] = least
    }
    passed = least
  }
}

/** Lowest value of each (2r+1)² window. */
function lowest({ width, height, data }: Plane, radius: number): Plane {
  const stride = width + 2 * radius
  const padded = new Float32Array(stride * (height + 2 * radius)).fill(Infinity)
  for (let y = 0; y < height; y++)
    padded.set(data.subarray(y * width, (y + 1) * width), (y + radius) * stride + radius)
  lowestAhead(padded, 1, 2 * radius + 1)
  lowestAhead(padded, stride, 2 * radius + 1)
  const out = createPlane(width, height)
  for (let y = 0; y < height; y++) out.data.set(padded.subarray(y * stride, y * stride + width), y * width)
  return out
}

/** Each value becomes the lowest of the `count` values from it on, `step` apart: of two spans that cover them all. */
function lowestAhead(values: Float32Array, step: number, count: number): void {
  const lower = (offset: number) => {
    for (let i = 0; i < values.length - offset; i++)
      values[i] = Math.min(values[i] ?? 0, values[i + offset] ?? 0)
  }
  let covered = 1
  for (; covered * 2 <= count; covered *= 2) lower(covered * step)
  if (covered < count) lower((count - covered) * step)
}

/** Highest value of each window: the lowest of the values turned over. */
function highest({ width, height, data }: Plane, radius: number): Plane {
  const turned = createPlane(width, height)
  for (let i = 0; i < data.length; i++) turned.data[i] = -(data[i] ?? 0)
  const out = lowest(turned, radius)
  for (let i = 0; i < data.length; i++) out.data[i] = -(out.data[i] ?? 0)
  return out
}

/**
 * Grey opening: what is thinner than 2r+1 pixels disappears, what is wider keeps its value.
 * @param areas where it is wanted; 0 elsewhere
 */
export function opening(source: Plane, radius: number, areas: readonly Area[] = [wholeArea(source)]): Plane {
  const out = createPlane(source.width, source.height)
  for (const area of areas) {
    const [seen = area] = grown([area], 2 * radius, source)
    const part = highest(lowest(cut(source, seen), radius), radius)
    const x = area.left - seen.left
    for (let y = area.top; y < area.bottom; y++) {
      const from = (y - seen.top) * part.width + x
      out.data.set(part.data.subarray(from, from + area.right - area.left), y * out.width + area.left)
    }
  }
  return out
}

function cut({ width, data }: Plane, { left, top, right, bottom }: Area): Plane {
  const part = createPlane(right - left, bottom - top)
  for (let y = top; y < bottom; y++)
    part.data.set(data.subarray(y * width + left, y * width + right), (y - top) * part.width)
  return part
}

/** Hermite step from 0 at `from` to 1 at `to`. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}
