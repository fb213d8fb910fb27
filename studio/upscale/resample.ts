/** Interleaved float RGB, 0..255 but not held to it. */
export interface FloatRaster {
  width: number
  height: number
  data: Float32Array
}

/** For each target sample the first source sample it reads, and its weights. */
interface Taps {
  count: number
  first: Int32Array
  weights: Float32Array
}

const tables = new Map<string, Taps>()

/** Keys' cubic with a = -1/2 (1981): interpolates, reproduces quadratics. */
function cubic(x: number): number {
  const t = Math.abs(x)
  if (t < 1) return 1.5 * t ** 3 - 2.5 * t ** 2 + 1
  return t < 2 ? -0.5 * t ** 3 + 2.5 * t ** 2 - 4 * t + 2 : 0
}

/** Sample centres map onto sample centres; shrinking widens the kernel so that nothing aliases. */
function tapsOf(from: number, to: number): Taps {
  const key = `${from}/${to}`
  const known = tables.get(key)
  if (known) return known
  const ratio = from / to
  const stretch = Math.max(1, ratio)
  const count = Math.ceil(4 * stretch)
  const first = new Int32Array(to)
  const weights = new Float32Array(to * count)
  for (let i = 0; i < to; i++) {
    const centre = (i + 0.5) * ratio - 0.5
    const start = Math.ceil(centre - 2 * stretch)
    first[i] = start
    let sum = 0
    for (let k = 0; k < count; k++) sum += cubic((start + k - centre) / stretch)
    for (let k = 0; k < count; k++) weights[i * count + k] = cubic((start + k - centre) / stretch) / sum
  }
  const taps = { count, first, weights }
  // A picture's tiles come in a handful of sizes.
  if (tables.size > 64) tables.clear()
  tables.set(key, taps)
  return taps
}

/** Cubic resampling; the border repeats the last sample. */
export function resample(source: FloatRaster, width: number, height: number): FloatRaster {
  const stride = source.width * 3
  const rows = new Float32Array(height * stride)
  const vertical = tapsOf(source.height, height)
  for (let y = 0; y < height; y++) {
    const target = rows.subarray(y * stride, (y + 1) * stride)
    for (let k = 0; k < vertical.count; k++) {
      const weight = vertical.weights[y * vertical.count + k] ?? 0
      if (weight === 0) continue
      const row = Math.min(source.height - 1, Math.max(0, (vertical.first[y] ?? 0) + k))
      const line = source.data.subarray(row * stride, (row + 1) * stride)
      for (let i = 0; i < stride; i++) target[i] = (target[i] ?? 0) + weight * (line[i] ?? 0)
    }
  }
  const out = new Float32Array(width * height * 3)
  const across = tapsOf(source.width, width)
  const { count, first, weights } = across
  for (let x = 0; x < width; x++) {
    for (let k = 0; k < count; k++) {
      const weight = weights[x * count + k] ?? 0
      if (weight === 0) continue
      const column = Math.min(source.width - 1, Math.max(0, (first[x] ?? 0) + k)) * 3
      for (let y = 0, from = column, to = x * 3; y < height; y++, from += stride, to += width * 3) {
        out[to] = (out[to] ?? 0) + weight * (rows[from] ?? 0)
        out[to + 1] = (out[to + 1] ?? 0) + weight * (rows[from + 1] ?? 0)
        out[to + 2] = (out[to + 2] ?? 0) + weight * (rows[from + 2] ?? 0)
      }
    }
  }
  return { width, height, data: out }
}
