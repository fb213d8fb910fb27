import type { Plane } from '#studio/picture/raster.ts'

/** Keys' cubic with a = -1/2 (1981) between samples and halfway to the next of a picture half as fine. */
export const CUBIC = [
  -0.0234375, -0.0703125, 0.2265625, 0.8671875, 0.8671875, 0.2265625, -0.0703125, -0.0234375,
]
/**
 * The same for the first of the two samples that each becomes when doubled: weights of the samples two before it, one before it,
 * itself and the one after it. The second has them in reverse.
 */
const PHASE = [-0.0234375, 0.2265625, 0.8671875, -0.0703125] as const
/**
 * The filter that `twice` and then `half` come to, since the one spreads a sample by the weights that the other
 * gathers by. `half` with `SOFT_CUBIC` equals `twice`, `half` and `half` again.
 */
const SOFT = [-3, -2, -1, 0, 1, 2, 3].map((lag) => sumOf(CUBIC, (k) => CUBIC[k + 2 * lag]) / 2)
export const SOFT_CUBIC = Array.from({ length: 14 }, (_, i) => sumOf(CUBIC, (k) => SOFT[i - k]))

/**
 * Halves the resolution by the cubic, widened against aliasing.
 * @param weights `CUBIC` or `SOFT_CUBIC`: symmetric, so that samples are added in pairs
 */
export function half(picture: Plane, weights: readonly number[]): Plane {
  const [width, height] = [picture.width / 2, picture.height / 2]
  const data = new Float32Array(width * height)
  const pairs = weights.slice(0, weights.length / 2)
  const border = pairs.length - 1
  const line = new Float32Array(picture.width + 2 * border)
  const middle = line.subarray(border, -border)
  for (let y = 0; y < height; y++) {
    middle.fill(0)
    pairs.forEach((weight, k) => {
      const [upper, lower] = [rowOf(picture, 2 * y - border + k), rowOf(picture, 2 * y + 1 + border - k)]
      addPair(middle, upper, lower, weight)
    })
    mirrorEnds(line, border)
    halveRow(line, pairs, data.subarray(y * width, (y + 1) * width))
  }
  return { width, height, data }
}

function addPair(sum: Float32Array, a: Float32Array, b: Float32Array, weight: number): void {
  for (let x = 0; x < sum.length; x++) sum[x] = (sum[x] ?? 0) + weight * ((a[x] ?? 0) + (b[x] ?? 0))
}

function halveRow(line: Float32Array, pairs: readonly number[], row: Float32Array): void {
  for (let x = 0; x < row.length; x++) {
    let sum = 0
    for (let k = 0, from = 2 * x, to = from + 2 * pairs.length - 1; k < pairs.length; k++)
      sum += (pairs[k] ?? 0) * ((line[from + k] ?? 0) + (line[to - k] ?? 0))
    row[x] = sum / 4
  }
}

/** Twice as fine by the cubic. */
export function twice(picture: Plane): Plane {
  const [width, height] = [2 * picture.width, 2 * picture.height]
  const data = new Float32Array(width * height)
  const line = new Float32Array(picture.width + 4)
  const middle = line.subarray(2, -2)
  for (let y = 0; y < height; y++) {
    const step = y % 2 ? -1 : 1
    const row = (steps: number): Float32Array => rowOf(picture, (y >> 1) + steps * step)
    sumRows(middle, row(-2), row(-1), row(0), row(1))
    mirrorEnds(line, 2)
    doubleRow(line, data.subarray(y * width, (y + 1) * width))
  }
  return { width, height, data }
}

/** Sum of four rows by the weights of `PHASE`. */
function sumRows(
  sum: Float32Array,
  a: Float32Array,
  b: Float32Array,
  c: Float32Array,
  d: Float32Array,
): void {
  const [far, near, middle, beyond] = PHASE
  for (let x = 0; x < sum.length; x++)
    sum[x] = far * (a[x] ?? 0) + near * (b[x] ?? 0) + middle * (c[x] ?? 0) + beyond * (d[x] ?? 0)
}

function doubleRow(line: Float32Array, row: Float32Array): void {
  const [far, near, middle, beyond] = PHASE
  for (let x = 0; 2 * x < row.length; x++) {
    const b = line[x + 1] ?? 0
    const c = line[x + 2] ?? 0
    const d = line[x + 3] ?? 0
    row[2 * x] = far * (line[x] ?? 0) + near * b + middle * c + beyond * d
    row[2 * x + 1] = beyond * b + middle * c + near * d + far * (line[x + 4] ?? 0)
  }
}

/** A row of the picture; beyond its border rows are mirrored. */
function rowOf({ width, height, data }: Plane, place: number): Float32Array {
  const inside = place < 0 ? -1 - place : Math.min(place, 2 * height - 1 - place)
  return data.subarray(inside * width, (inside + 1) * width)
}

/** Fills both ends of a line with mirrored samples from between them. */
function mirrorEnds(line: Float32Array, border: number): void {
  const last = line.length - 1
  for (let i = 0; i < border; i++) {
    line[i] = line[2 * border - 1 - i] ?? 0
    line[last - i] = line[last - 2 * border + 1 + i] ?? 0
  }
}

function sumOf(weights: readonly number[], other: (k: number) => number | undefined): number {
  return weights.reduce((sum, weight, k) => sum + weight * (other(k) ?? 0), 0)
}
