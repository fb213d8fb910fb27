import type { Guide } from './laplacian.ts'

/** Bins per channel of the colour histograms. */
const BINS = 16
const LEAST_SAMPLES = 400

export type Histogram = Float32Array

export function binOf(guide: Guide, i: number): number {
  const bin = (value: number) => Math.min(BINS - 1, Math.floor(value * BINS))
  const [r, g, b] = guide.planes
  return (bin(r[i] ?? 0) * BINS + bin(g[i] ?? 0)) * BINS + bin(b[i] ?? 0)
}

/** Share of each colour among the pixels, every bin lent to its neighbours; null when there are too few. */
export function histogram(guide: Guide, counts: (i: number) => boolean): Histogram | null {
  const raw = new Float32Array(BINS ** 3)
  let total = 0
  for (let i = 0; i < guide.planes[0].length; i++) {
    if (!counts(i)) continue
    const bin = binOf(guide, i)
    raw[bin] = (raw[bin] ?? 0) + 1
    total++
  }
  if (total < LEAST_SAMPLES) return null
  const out = new Float32Array(raw.length)
  const steps = [-1, 0, 1]
  for (let bin = 0; bin < raw.length; bin++) {
    const b = bin % BINS
    const g = Math.floor(bin / BINS) % BINS
    const r = Math.floor(bin / BINS / BINS)
    for (const dr of steps) {
      for (const dg of steps) {
        for (const db of steps) {
          const [nr, ng, nb] = [r + dr, g + dg, b + db]
          if (Math.min(nr, ng, nb) < 0 || Math.max(nr, ng, nb) >= BINS) continue
          const lent = (raw[(nr * BINS + ng) * BINS + nb] ?? 0) / total
          out[bin] = (out[bin] ?? 0) + lent / 2 ** (Math.abs(dr) + Math.abs(dg) + Math.abs(db))
        }
      }
    }
  }
  return out
}
