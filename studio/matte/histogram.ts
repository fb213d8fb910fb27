import type { Guide } from './laplacian.ts'

/** Bins per channel of the colour histograms. */
const BINS = 8
const LEAST_SAMPLES = 400

/** Share of every colour bin, by its number. */
export type Histogram = Float32Array

/** The bin of each pixel's colour. */
export function binsOf({ planes: [r, g, b] }: Guide): Uint16Array {
  const bin = (value = 0): number => Math.min(BINS - 1, Math.trunc(value * BINS))
  const out = new Uint16Array(r.length)
  for (let i = 0; i < out.length; i++) out[i] = (bin(r[i]) * BINS + bin(g[i])) * BINS + bin(b[i])
  return out
}

/** Share of each colour among the marked pixels; null when there are too few. */
export function histogram(colours: Uint16Array, mask: Uint8Array): Histogram | null {
  const shares = new Float32Array(BINS ** 3)
  const total = mask.reduce((sum, value) => sum + value, 0)
  if (total < LEAST_SAMPLES) return null
  for (let i = 0; i < colours.length; i++) {
    const bin = colours[i] ?? 0
    shares[bin] = (shares[bin] ?? 0) + (mask[i] ?? 0) / total
  }
  return shares
}
