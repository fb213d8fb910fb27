import { blur } from '#studio/matte/filters.ts'
import type { Plane } from '#studio/raster.ts'

/** Cells of this spread or more take a Gaussian without showing their lattice. */
const LEAST_CELLS = 1.3

/** Mean of 2x2 pixels; an odd last row or column stands for itself. */
export function halve({ width, height, data }: Plane): Plane {
  const w = (width + 1) >> 1
  const h = (height + 1) >> 1
  const out = new Float32Array(w * h)
  for (let y = 0; y < h; y++) {
    const upper = 2 * y * width
    const lower = Math.min(height - 1, 2 * y + 1) * width
    for (let x = 0; x < w; x++) {
      const left = 2 * x
      const right = left + 1 < width ? left + 1 : left
      out[y * w + x] =
        0.25 *
        ((data[upper + left] ?? 0) +
          (data[upper + right] ?? 0) +
          (data[lower + left] ?? 0) +
          (data[lower + right] ?? 0))
    }
  }
  return { width: w, height: h, data: out }
}

export function shrink(plane: Plane, halvings: number): Plane {
  let small = plane
  for (let k = 0; k < halvings; k++) small = halve(small)
  return small
}

/** Quadratic B-spline weights of the cells before, at and after a position `t` off the middle one. */
function splineWeights(t: number): [number, number, number] {
  return [0.5 * (0.5 - t) ** 2, 0.75 - t * t, 0.5 * (0.5 + t) ** 2]
}

/**
 * Upwards by `factor` target pixels per cell (fractions too), smooth in value and slope: bilinear steps would show as
 * a lattice on wide gradients. Adds a spread of half a cell.
 */
export function expand(source: Plane, width: number, height: number, factor: number): Plane {
  const { width: w, height: h, data } = source
  const out = new Float32Array(width * height)
  const columns = new Int32Array(width)
  const weights = new Float32Array(width * 3)
  for (let x = 0; x < width; x++) {
    const at = (x + 0.5) / factor - 0.5
    columns[x] = Math.min(w - 1, Math.round(at))
    weights.set(splineWeights(Math.max(-0.5, Math.min(0.5, at - Math.round(at)))), x * 3)
  }
  // One cell of border on both sides, so that no index has to be checked.
  const line = new Float32Array(w + 2)
  for (let y = 0; y < height; y++) {
    const at = (y + 0.5) / factor - 0.5
    const middle = Math.min(h - 1, Math.round(at))
    const [a, b, c] = splineWeights(Math.max(-0.5, Math.min(0.5, at - Math.round(at))))
    const upper = Math.max(0, middle - 1) * w
    const lower = Math.min(h - 1, middle + 1) * w
    for (let x = 0; x < w; x++)
      line[x + 1] = a * (data[upper + x] ?? 0) + b * (data[middle * w + x] ?? 0) + c * (data[lower + x] ?? 0)
    line[0] = line[1] ?? 0
    line[w + 1] = line[w] ?? 0
    const row = y * width
    for (let x = 0; x < width; x++) {
      const column = columns[x] ?? 0
      const k = x * 3
      out[row + x] =
        (weights[k] ?? 0) * (line[column] ?? 0) +
        (weights[k + 1] ?? 0) * (line[column + 1] ?? 0) +
        (weights[k + 2] ?? 0) * (line[column + 2] ?? 0)
    }
  }
  return { width, height, data: out }
}

/** Gaussian by its own kernel, cut at 2.3 sigma, for spreads of a pixel or two; the border repeats. */
function sharpGaussian({ width, height, data }: Plane, sigma: number): Plane {
  const reach = Math.max(1, Math.ceil(2.3 * sigma))
  const kernel = Float32Array.from({ length: reach + 1 }, (_, k) => Math.exp(-(k * k) / (2 * sigma * sigma)))
  const sum = kernel.reduce((total, value, k) => total + (k === 0 ? value : 2 * value), 0)
  for (let k = 0; k <= reach; k++) kernel[k] = (kernel[k] ?? 0) / sum
  const middle = kernel[0] ?? 0
  const across = new Float32Array(width * height)
  const line = new Float32Array(width + 2 * reach)
  for (let y = 0; y < height; y++) {
    const row = y * width
    line.set(data.subarray(row, row + width), reach)
    line.fill(data[row] ?? 0, 0, reach)
    line.fill(data[row + width - 1] ?? 0, reach + width)
    for (let x = 0; x < width; x++) {
      let value = middle * (line[x + reach] ?? 0)
      for (let k = 1; k <= reach; k++)
        value += (kernel[k] ?? 0) * ((line[x + reach - k] ?? 0) + (line[x + reach + k] ?? 0))
      across[row + x] = value
    }
  }
  const out = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = y * width
    for (let x = 0; x < width; x++) out[row + x] = middle * (across[row + x] ?? 0)
    for (let k = 1; k <= reach; k++) {
      const upper = Math.max(0, y - k) * width
      const lower = Math.min(height - 1, y + k) * width
      const weight = kernel[k] ?? 0
      for (let x = 0; x < width; x++)
        out[row + x] = (out[row + x] ?? 0) + weight * ((across[upper + x] ?? 0) + (across[lower + x] ?? 0))
    }
  }
  return { width, height, data: out }
}

/**
 * Gaussian blur, sigma in pixels. Spreads beyond two pixels run on a copy reduced until they are about a cell and a
 * half wide: a tenth of the time of the same blur at full size.
 */
export function soften(plane: Plane, sigma: number): Plane {
  const halvings = Math.floor(Math.log2(Math.max(1, sigma / LEAST_CELLS)))
  if (halvings === 0) return sharpGaussian(plane, sigma)
  const factor = 2 ** halvings
  return expand(softenCells(shrink(plane, halvings), sigma / factor), plane.width, plane.height, factor)
}

/** The blur of `soften` left on its cells, for a plane already reduced: less the spread that reducing and `expand` bring. */
export function softenCells(cells: Plane, sigma: number): Plane {
  const rest = Math.sqrt(Math.max(0.16, sigma * sigma - 1 / 3))
  return rest > 2.5 ? blur(cells, rest) : sharpGaussian(cells, rest)
}
