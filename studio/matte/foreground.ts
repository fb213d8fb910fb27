import { areasAround, rangesOf, wholeArea } from './areas.ts'
import type { Area, Range } from './areas.ts'
import type { Guide } from './laplacian.ts'
import { between } from './mask.ts'

interface Level {
  width: number
  height: number
  /** Interleaved rgb. */
  foreground: Float32Array
  background: Float32Array
}

/** Pixels round a soft edge that are relaxed with it: two rounds carry a colour no farther visibly. */
const MARGIN = 6

/** Nearest-neighbour copy of a level's colours to another size. */
function enlarged(level: Level, width: number, height: number): Level {
  const foreground = new Float32Array(width * height * 3)
  const background = new Float32Array(width * height * 3)
  const columns = new Int32Array(width)
  for (let x = 0; x < width; x++)
    columns[x] = Math.min(level.width - 1, Math.floor((x * level.width) / width)) * 3
  for (let y = 0; y < height; y++) {
    const row = Math.min(level.height - 1, Math.floor((y * level.height) / height)) * level.width * 3
    for (let x = 0, to = y * width * 3; x < width; x++) {
      const from = row + (columns[x] ?? 0)
      for (let c = 0; c < 3; c++, to++) {
        foreground[to] = level.foreground[from + c] ?? 0
        background[to] = level.background[from + c] ?? 0
      }
    }
  }
  return { width, height, foreground, background }
}

/** Pixels of the guide that a level's cells are sampled at: a handful per cell, as coarse levels only seed the fine ones. */
interface Taps {
  count: number
  /** Columns, and numbers of the first pixels of rows: `count` per cell. */
  columns: Int32Array
  rows: Int32Array
}

function tapsOf(guide: Guide, width: number, height: number): Taps {
  const [stepX, stepY] = [guide.width / width, guide.height / height]
  const count = Math.min(4, Math.max(1, Math.round(stepX)))
  const along = (cells: number, step: number, last: number, stride: number) => {
    const out = new Int32Array(cells * count)
    for (let k = 0; k < out.length; k++)
      out[k] =
        Math.min(last, Math.floor((Math.floor(k / count) + ((k % count) + 0.5) / count) * step)) * stride
    return out
  }
  return {
    count,
    columns: along(width, stepX, guide.width - 1, 1),
    rows: along(height, stepY, guide.height - 1, guide.width),
  }
}

/** A plane averaged over each cell's taps, as far as the areas reach; written to every `stride`-th value of `out`. */
function sample(
  plane: Float32Array,
  taps: Taps,
  areas: readonly Area[],
  out: Float32Array,
  stride: number,
  first: number,
): void {
  const { count, columns, rows } = taps
  const width = columns.length / count
  const share = 1 / (count * count)
  for (const { left, top, right, bottom } of areas) {
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        let sum = 0
        for (let v = y * count; v < (y + 1) * count; v++) {
          const row = rows[v] ?? 0
          for (let u = x * count; u < (x + 1) * count; u++) sum += plane[row + (columns[u] ?? 0)] ?? 0
        }
        out[(y * width + x) * stride + first] = sum * share
      }
    }
  }
}

const REGULARISATION = 5e-3
const GRADIENT_WEIGHT = 0.1

function relax(level: Level, image: Float32Array, matte: Float32Array, ranges: readonly Range[]): void {
  const { width, height, foreground, background } = level
  for (const { from, to } of ranges) {
    const y = Math.floor(from / width)
    const up = y > 0 ? -width : 0
    const down = y < height - 1 ? width : 0
    for (let i = from; i < to; i++) {
      const x = i - y * width
      const a = matte[i] ?? 0
      const n0 = x > 0 ? i - 1 : i
      const n1 = x < width - 1 ? i + 1 : i
      const n2 = i + up
      const n3 = i + down
      const w0 = REGULARISATION + GRADIENT_WEIGHT * Math.abs(a - (matte[n0] ?? 0))
      const w1 = REGULARISATION + GRADIENT_WEIGHT * Math.abs(a - (matte[n1] ?? 0))
      const w2 = REGULARISATION + GRADIENT_WEIGHT * Math.abs(a - (matte[n2] ?? 0))
      const w3 = REGULARISATION + GRADIENT_WEIGHT * Math.abs(a - (matte[n3] ?? 0))
      const weight = w0 + w1 + w2 + w3
      const b = 1 - a
      const m00 = a * a + weight
      const m01 = a * b
      const m11 = b * b + weight
      const inverse = 1 / (m00 * m11 - m01 * m01)
      for (let c = 0; c < 3; c++) {
        const k = i * 3 + c
        const value = image[k] ?? 0
        const f =
          a * value +
          w0 * (foreground[n0 * 3 + c] ?? 0) +
          w1 * (foreground[n1 * 3 + c] ?? 0) +
          w2 * (foreground[n2 * 3 + c] ?? 0) +
          w3 * (foreground[n3 * 3 + c] ?? 0)
        const g =
          b * value +
          w0 * (background[n0 * 3 + c] ?? 0) +
          w1 * (background[n1 * 3 + c] ?? 0) +
          w2 * (background[n2 * 3 + c] ?? 0) +
          w3 * (background[n3 * 3 + c] ?? 0)
        const nf = (m11 * f - m01 * g) * inverse
        const nb = (m00 * g - m01 * f) * inverse
        foreground[k] = nf < 0 ? 0 : nf > 1 ? 1 : nf
        background[k] = nb < 0 ? 0 : nb > 1 ? 1 : nb
      }
    }
  }
}

/**
 * Colours of the subject behind its own soft edges, and of what was behind it
 * (Germer, Uelwer, Conrad, Harmeling: Fast Multi-Level Foreground Estimation, ICPR 2020).
 * @returns interleaved rgb in 0..1 of the guide's size
 */
export function estimateForeground(
  guide: Guide,
  alpha: Float32Array,
): { foreground: Float32Array; background: Float32Array } {
  const levels = Math.ceil(Math.log2(Math.max(guide.width, guide.height)))
  let level: Level = {
    width: 1,
    height: 1,
    foreground: new Float32Array(3).fill(0.5),
    background: new Float32Array(3).fill(0.5),
  }
  for (let step = 0; step <= levels; step++) {
    const width = Math.max(1, Math.round(guide.width ** (step / levels)))
    const height = Math.max(1, Math.round(guide.height ** (step / levels)))
    level = enlarged(level, width, height)
    const taps = tapsOf(guide, width, height)
    const matte = new Float32Array(width * height)
    sample(alpha, taps, [wholeArea(level)], matte, 1, 0)
    // Elsewhere they are the picture's own, or nobody sees them.
    const areas = areasAround(between(matte, 0, 1), width, height, MARGIN)
    const image = new Float32Array(width * height * 3)
    guide.planes.forEach((plane, c) => sample(plane, taps, areas, image, 3, c))
    const ranges = rangesOf(areas, level)
    const rounds = Math.max(width, height) <= 32 ? 10 : 2
    for (let round = 0; round < rounds; round++) relax(level, image, matte, ranges)
  }
  return { foreground: level.foreground, background: level.background }
}
