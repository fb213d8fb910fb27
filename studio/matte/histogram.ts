import type { Guide } from './laplacian.ts'

/** Bins per channel of the colour histograms. */
const BINS = 16
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

/** Share of each colour among the marked pixels, every bin lent to its neighbours; null when there are too few. */
export function histogram(colours: Uint16Array, mask: Uint8Array): Histogram | null {
  const raw = new Float32Array(BINS ** 3)
  let total = 0
  for (let i = 0; i < colours.length; i++) {
    if (!(mask[i] ?? 0)) continue
    const bin = colours[i] ?? 0
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
