import type { Plane } from '#studio/raster.ts'
import { createPlane, enlarge } from '#studio/matte/filters.ts'
import type { StudioSet } from '#studio/styles.ts'
import { createRandom, fractalNoise } from './noise.ts'

export interface BackdropOrder {
  set: StudioSet
  seed: number
  width: number
  height: number
  /** Side the key light stands on; the pool of light lies across from it. */
  side: 'left' | 'right'
  /** Multiplies the set's light. */
  light: number
  /** Middle of the head, fractions of the picture. */
  headX: number
  headY: number
}

const REDUCTION = 4

/** A lit studio backdrop in linear light, three planes. Smooth: drawn at a quarter of the size. */
export function drawBackdrop(order: BackdropOrder): [Plane, Plane, Plane] {
  const { set, width, height } = order
  const w = Math.ceil(width / REDUCTION)
  const h = Math.ceil(height / REDUCTION)
  const random = createRandom(order.seed)
  const across = order.side === 'left' ? 1 : -1
  const poolX = order.headX + across * (0.1 + 0.14 * random())
  const poolY = order.headY + 0.02 + 0.14 * random()
  const pool = set.pool * (0.9 + 0.25 * random())
  const stretch = 0.85 + 0.4 * random()
  const tilt = across * (0.06 + 0.06 * random())
  const clouds = fractalNoise(order.seed ^ 0x51ed, w, h, h / 3.2, 3)
  const brush = fractalNoise(order.seed ^ 0x2c1b, w, h, h / 14, 4)
  const r = createPlane(w, h)
  const g = createPlane(w, h)
  const b = createPlane(w, h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x
      const dx = ((x + 0.5) / w - poolX) * (width / height) * stretch
      const dy = (y + 0.5) / h - poolY
      const distance = (dx * dx + dy * dy) / (pool * pool)
      // Inverse square with distance from a lamp that stands off the wall, not a Gaussian: no dark ring.
      const lit = set.falloff + (1 - set.falloff) / ((1 + distance) * (1 + distance))
      const lean = 1 + tilt * ((x / w) * 2 - 1) - 0.1 * ((y + 0.5) / h - 0.4)
      const mottle = 1 + set.mottling * (0.9 * (clouds[i] ?? 0) + 0.55 * (brush[i] ?? 0))
      const light = order.light * lit * lean * Math.max(0.2, mottle)
      // Thick paint takes light unevenly across the spectrum: a trace of colour in the mottling.
      const hue = set.mottling * 0.12 * (clouds[i] ?? 0)
      r.data[i] = set.colour[0] * light * (1 + hue)
      g.data[i] = set.colour[1] * light
      b.data[i] = set.colour[2] * light * (1 - hue)
    }
  }
  return [enlarge(r, width, height), enlarge(g, width, height), enlarge(b, width, height)]
}
