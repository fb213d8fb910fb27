import { blur } from '#studio/planes/blur.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { UNIT } from '#studio/plates/plate.ts'
import type { Plate } from '#studio/plates/plate.ts'

/** Height of a head-and-shoulders picture at the subject, metres. */
export const FIELD_M = 0.56
/** Camera to subject, metres: where a portrait lens frames that field without distorting the face. */
export const SUBJECT_M = 1.8
/** Of the portrait lens. */
const FOCAL_LENGTH_MM = 85
/** Distances that a plate is sorted into, each blurred by itself: at most so many, and no closer than discs so alike, pixels. */
const LEVELS = 4
const ALIKE = 1.2

/**
 * Radius of the blur disc of a point at infinity, in picture heights (thin lens: the opening's diameter, projected
 * from there on the plane of focus); nearer points have their share of it.
 */
export function discRadius(aperture: number): number {
  return FOCAL_LENGTH_MM / aperture / 1000 / FIELD_M / 2
}

/** Of a disc's radius by which its edge is soft. */
const SOFT_EDGE = 0.12

/**
 * Mean over a disc about each pixel, radius in pixels: a lens's image of a highlight. Beyond the border its pixels
 * repeat.
 */
function discMean({ width, height, data }: Plane, radius: number): Float32Array {
  const reach = Math.floor(radius)
  const wide = width + 2 * reach
  const halves = Array.from({ length: 2 * reach + 1 }, (_, k) =>
    Math.floor(Math.sqrt(radius * radius - (k - reach) ** 2)),
  )
  const share = 1 / halves.reduce((sum, half) => sum + 2 * half + 1, 0)
  const sums = new Float64Array(wide + 1)
  const out = new Float32Array(width * height)
  for (let row = -reach; row < height + reach; row++) {
    const from = Math.min(height - 1, Math.max(0, row)) * width
    for (let x = 0; x < wide; x++)
      sums[x + 1] = (sums[x] ?? 0) + (data[from + Math.min(width - 1, Math.max(0, x - reach))] ?? 0)
    for (let k = Math.max(0, row - height + 1 + reach); k < halves.length && k <= row + reach; k++) {
      const half = halves[k] ?? 0
      const to = (row + reach - k) * width
      for (let x = 0; x < width; x++)
        out[to + x] =
          (out[to + x] ?? 0) + share * ((sums[x + reach + half + 1] ?? 0) - (sums[x + reach - half] ?? 0))
    }
  }
  return blur({ width, height, data: out }, SOFT_EDGE * radius).data
}

/** The plate's light through the lens: every distance with its own blur, nearer ones over farther ones. */
export function defocus({ width, height, far, light }: Omit<Plate, 'notes'>, radius: number): Float32Array[] {
  const least = far.reduce((low, value) => Math.min(low, value), 1)
  const most = far.reduce((high, value) => Math.max(high, value), 0)
  const levels = Math.min(LEVELS, 1 + Math.ceil(((most - least) * radius * UNIT) / ALIKE))
  const step = Math.max(1e-3, (most - least) / Math.max(1, levels - 1))
  const all = [...light, far.map(() => 1)]
  const seen = all.map((plane) => plane.map(() => 0))
  for (let level = 0; level < levels; level++) {
    const away = most - level * step
    const soft = all.map((plane) => {
      const data = plane.map((value, i) => value * Math.max(0, 1 - Math.abs((far[i] ?? 0) - away) / step))
      return discMean({ width, height, data }, radius * away * UNIT)
    })
    const lies = soft.at(-1)
    seen.forEach((under, c) => {
      for (let i = 0; i < under.length; i++)
        under[i] = (under[i] ?? 0) * (1 - (lies?.[i] ?? 0)) + (soft[c]?.[i] ?? 0)
    })
  }
  // The light that nearer objects hide is unknown: the light around them replaces it.
  const cover = seen.pop()
  return seen.map((plane) => plane.map((value, i) => value / Math.max(1e-3, cover?.[i] ?? 1)))
}

const SHOULDER = 0.42
const PAPER = 0.93

/** Scene light → display light 0..1: straight, then a shoulder, per channel so that highlights lose their colour. */
export function film(light: number): number {
  if (light <= SHOULDER) return Math.max(0, light)
  const room = PAPER - SHOULDER
  return SHOULDER + room * (1 - Math.exp((SHOULDER - light) / room))
}
