import type { Plane } from '#studio/raster.ts'

export function createPlane(width: number, height: number, fill = 0): Plane {
  const data = new Float32Array(width * height)
  if (fill !== 0) data.fill(fill)
  return { width, height, data }
}

/**
 * Sum over a (2r+1)² window that shrinks at the borders, in time independent of r.
 * `scratch` has the size of `source`; `target` may be `source`.
 */
export function boxSum(
  source: Float32Array,
  target: Float32Array,
  scratch: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  const r = Math.min(radius, width - 1)
  for (let y = 0; y < height; y++) sumAlong(source, scratch, y * width, width, r)
  sumDown(scratch, target, width, height, Math.min(radius, height - 1))
}

/** Window sums of one row; the loops are split so that none asks at every pixel whether it is at a border. */
function sumAlong(source: Float32Array, target: Float32Array, row: number, width: number, r: number): void {
  let sum = 0
  for (let x = 0; x < r; x++) sum += source[row + x] ?? 0
  const growing = Math.min(r + 1, width - r)
  let x = 0
  for (; x < growing; x++) {
    sum += source[row + x + r] ?? 0
    target[row + x] = sum
  }
  // Where the window is wider than the row, it neither gains nor loses in the middle.
  for (; x <= r && x < width; x++) target[row + x] = sum
  for (; x < width - r; x++) {
    sum += (source[row + x + r] ?? 0) - (source[row + x - r - 1] ?? 0)
    target[row + x] = sum
  }
  for (; x < width; x++) {
    sum -= source[row + x - r - 1] ?? 0
    target[row + x] = sum
  }
}

/** Window sums of all columns at once, row by row as memory lies. */
function sumDown(source: Float32Array, target: Float32Array, width: number, height: number, r: number): void {
  const column = new Float64Array(width)
  for (let y = 0; y < r; y++)
    for (let x = 0; x < width; x++) column[x] = (column[x] ?? 0) + (source[y * width + x] ?? 0)
  for (let y = 0; y < height; y++) {
    const row = y * width
    const enters = (y + r) * width
    const leaves = (y - r - 1) * width
    if (y + r < height && y - r - 1 >= 0) {
      for (let x = 0; x < width; x++) {
        const sum = (column[x] ?? 0) + (source[enters + x] ?? 0) - (source[leaves + x] ?? 0)
        column[x] = sum
        target[row + x] = sum
      }
    } else {
      if (y + r < height)
        for (let x = 0; x < width; x++) column[x] = (column[x] ?? 0) + (source[enters + x] ?? 0)
      if (y - r - 1 >= 0)
        for (let x = 0; x < width; x++) column[x] = (column[x] ?? 0) - (source[leaves + x] ?? 0)
      for (let x = 0; x < width; x++) target[row + x] = column[x] ?? 0
    }
  }
}

/** How many pixels each shrinking (2r+1)² window holds. */
export function windowCounts(width: number, height: number, radius: number): Float32Array {
  const counts = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const rows = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1
    for (let x = 0; x < width; x++) {
      counts[y * width + x] = rows * (Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1)
    }
  }
  return counts
}

/** Mean over the window instead of the sum; same shapes as `boxSum`. */
export function boxMean(
  source: Float32Array,
  target: Float32Array,
  scratch: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  boxSum(source, target, scratch, width, height, radius)
  for (let y = 0; y < height; y++) {
    const rows = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1
    const row = y * width
    for (let x = 0; x < width; x++) {
      target[row + x] =
        (target[row + x] ?? 0) / (rows * (Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1))
    }
  }
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

/** Gaussian blur by three boxes; sigma in pixels. Wide blurs run on a reduced copy. */
export function blur(source: Plane, sigma: number): Plane {
  if (sigma > 12) {
    const factor = sigma > 40 ? 8 : 4
    return enlarge(blur(reduce(source, factor), sigma / factor), source.width, source.height, factor)
  }
  const { width, height } = source
  const out = createPlane(width, height)
  const scratch = new Float32Array(width * height)
  const [a, b, c] = boxRadii(Math.max(0.6, sigma))
  boxMean(source.data, out.data, scratch, width, height, a)
  boxMean(out.data, out.data, scratch, width, height, b)
  boxMean(out.data, out.data, scratch, width, height, c)
  return out
}

/** Area average by an integer factor; a partial last row or column is averaged over what exists. */
export function reduce(source: Plane, factor: number): Plane {
  const width = Math.ceil(source.width / factor)
  const height = Math.ceil(source.height / factor)
  const out = createPlane(width, height)
  const sums = out.data
  for (let y = 0; y < source.height; y++) {
    const row = y * source.width
    const to = Math.floor(y / factor) * width
    for (let x = 0; x < source.width; x++)
      sums[to + Math.floor(x / factor)] =
        (sums[to + Math.floor(x / factor)] ?? 0) + (source.data[row + x] ?? 0)
  }
  for (let y = 0; y < height; y++) {
    const rows = Math.min(factor, source.height - y * factor)
    for (let x = 0; x < width; x++)
      sums[y * width + x] = (sums[y * width + x] ?? 0) / (rows * Math.min(factor, source.width - x * factor))
  }
  return out
}

/**
 * Bilinear resize upwards (or mildly downwards), pixel centres aligned.
 * @param factor target pixels per source pixel; needed where the source's last cells are partial
 */
export function enlarge(source: Plane, width: number, height: number, factor?: number): Plane {
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
  const step = source.width > 1 ? 1 : 0
  for (let y = 0; y < height; y++) {
    const sy = Math.min(source.height - 1, Math.max(0, (y + 0.5) * stepY - 0.5))
    const top = Math.min(Math.max(0, source.height - 2), Math.floor(sy))
    const v = sy - top
    const upper = top * source.width
    const lower = source.height > 1 ? upper + source.width : upper
    const row = y * width
    for (let x = 0; x < width; x++) {
      const column = columns[x] ?? 0
      const u = weights[x] ?? 0
      const a = (source.data[upper + column] ?? 0) * (1 - u) + (source.data[upper + column + step] ?? 0) * u
      const b = (source.data[lower + column] ?? 0) * (1 - u) + (source.data[lower + column + step] ?? 0) * u
      out.data[row + x] = a * (1 - v) + b * v
    }
  }
  return out
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

/** Lowest value of each (2r+1)² window, for small r; of values that are never negative. */
function lowest({ width, height, data }: Plane, radius: number): Plane {
  const rows = createPlane(width, height)
  const out = createPlane(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      let value = data[i] ?? 0
      const to = Math.min(width - 1, x + radius) - x
      for (let k = -Math.min(radius, x); k <= to && value > 0; k++) {
        const other = data[i + k] ?? 0
        if (other < value) value = other
      }
      rows.data[i] = value
    }
  }
  for (let y = 0; y < height; y++) {
    const [from, to] = [-Math.min(radius, y), Math.min(height - 1, y + radius) - y]
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      let value = rows.data[i] ?? 0
      for (let k = from; k <= to && value > 0; k++) {
        const other = rows.data[i + k * width] ?? 0
        if (other < value) value = other
      }
      out.data[i] = value
    }
  }
  return out
}

/** Highest value of each window: the lowest of what is missing to the plane's highest. */
function highest(source: Plane, radius: number): Plane {
  const top = source.data.reduce((most, value) => (value > most ? value : most), 0)
  const missing = lowest({ ...source, data: source.data.map((value) => top - value) }, radius)
  for (let i = 0; i < missing.data.length; i++) missing.data[i] = top - (missing.data[i] ?? 0)
  return missing
}

/** Grey opening of values that are never negative: what is thinner than 2r+1 pixels disappears, what is wider keeps its value. */
export function opening(source: Plane, radius: number): Plane {
  return highest(lowest(source, radius), radius)
}

/** Hermite step from 0 at `from` to 1 at `to`. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}
