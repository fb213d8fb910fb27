import type { Guide } from './laplacian.ts'

interface Level {
  width: number
  height: number
  /** Interleaved rgb. */
  foreground: Float32Array
  background: Float32Array
}

/** Nearest-neighbour copy of interleaved colours to another size. */
function resample(
  source: Float32Array,
  fromWidth: number,
  fromHeight: number,
  width: number,
  height: number,
) {
  const out = new Float32Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    const sy = Math.min(fromHeight - 1, Math.floor((y * fromHeight) / height))
    for (let x = 0; x < width; x++) {
      const from = (sy * fromWidth + Math.min(fromWidth - 1, Math.floor((x * fromWidth) / width))) * 3
      const to = (y * width + x) * 3
      out[to] = source[from] ?? 0
      out[to + 1] = source[from + 1] ?? 0
      out[to + 2] = source[from + 2] ?? 0
    }
  }
  return out
}

/** Colours and alpha of one pyramid level, averaged over the pixels each cell covers. */
function sampleLevel(guide: Guide, alpha: Float32Array, width: number, height: number) {
  const image = new Float32Array(width * height * 3)
  const matte = new Float32Array(width * height)
  const [r, g, b] = guide.planes
  const stepX = guide.width / width
  const stepY = guide.height / height
  // A handful of samples per cell is plenty: the coarse levels only seed the fine ones.
  const taps = Math.min(4, Math.max(1, Math.round(stepX)))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sr = 0
      let sg = 0
      let sb = 0
      let sa = 0
      for (let v = 0; v < taps; v++) {
        const sy = Math.min(guide.height - 1, Math.floor((y + (v + 0.5) / taps) * stepY))
        for (let u = 0; u < taps; u++) {
          const i = sy * guide.width + Math.min(guide.width - 1, Math.floor((x + (u + 0.5) / taps) * stepX))
          sr += r[i] ?? 0
          sg += g[i] ?? 0
          sb += b[i] ?? 0
          sa += alpha[i] ?? 0
        }
      }
      const n = 1 / (taps * taps)
      const to = y * width + x
      image[to * 3] = sr * n
      image[to * 3 + 1] = sg * n
      image[to * 3 + 2] = sb * n
      matte[to] = sa * n
    }
  }
  return { image, matte }
}

const REGULARISATION = 5e-3
const GRADIENT_WEIGHT = 0.1

function relax(level: Level, image: Float32Array, matte: Float32Array): void {
  const { width, height, foreground, background } = level
  for (let y = 0; y < height; y++) {
    const up = y > 0 ? -width : 0
    const down = y < height - 1 ? width : 0
    for (let x = 0; x < width; x++) {
      const i = y * width + x
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
    level = {
      width,
      height,
      foreground: resample(level.foreground, level.width, level.height, width, height),
      background: resample(level.background, level.width, level.height, width, height),
    }
    const { image, matte } = sampleLevel(guide, alpha, width, height)
    const rounds = Math.max(width, height) <= 32 ? 10 : 2
    for (let round = 0; round < rounds; round++) relax(level, image, matte)
  }
  return { foreground: level.foreground, background: level.background }
}
