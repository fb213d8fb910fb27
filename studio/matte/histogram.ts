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
  for (let bin = 0; bin < raw.length; bin++) {
    if ((raw[bin] ?? 0) > 0) lend(out, bin, (raw[bin] ?? 0) / total)
  }
  return out
}

/** A colour's share to its bin and, halved for each step, to the 26 about it. */
function lend(out: Float32Array, bin: number, share: number): void {
  const b = bin % BINS
  const g = Math.floor(bin / BINS) % BINS
  const r = Math.floor(bin / BINS / BINS)
  const last = BINS - 1
  for (let nr = Math.max(0, r - 1); nr <= Math.min(last, r + 1); nr++) {
    for (let ng = Math.max(0, g - 1); ng <= Math.min(last, g + 1); ng++) {
      for (let nb = Math.max(0, b - 1); nb <= Math.min(last, b + 1); nb++) {
        const to = (nr * BINS + ng) * BINS + nb
        const steps = Math.abs(nr - r) + Math.abs(ng - g) + Math.abs(nb - b)
        out[to] = (out[to] ?? 0) + share / 2 ** steps
      }
    }
  }
}
