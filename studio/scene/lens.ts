import { blur } from '#studio/planes/blur.ts'
import { UNIT } from '#studio/plates/plate.ts'
import type { Plate } from '#studio/plates/plate.ts'

/** What a head-and-shoulders picture takes in at the subject, from top to bottom, metres. */
export const FIELD_M = 0.56
/** Camera to subject, metres: where a portrait lens frames that field without distorting the face. */
export const SUBJECT_M = 1.8
/** Of the portrait lens. */
const FOCAL_LENGTH_MM = 85
/** Distances that a plate is sorted into, each blurred by itself: at most so many, and no closer than discs so alike, pixels. */
const LEVELS = 4
const ALIKE = 1.2
/** Of the Gaussian that stands for a disc, of its radius: points of light are discs of their own. */
const SPREAD = 0.49

/**
 * Radius of the blur disc of something infinitely far, in picture heights (thin lens: the opening's diameter, seen from
 * there, projected on the plane of focus); of what is nearer, its share.
 */
export function discRadius(aperture: number): number {
  return FOCAL_LENGTH_MM / aperture / 1000 / FIELD_M / 2
}

/** The plate's light as the lens shows it: every distance with the blur it has, nearer ones over farther ones. */
export function defocus({ width, height, far, light }: Plate, radius: number): Float32Array[] {
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
      return blur({ width, height, data }, SPREAD * radius * away * UNIT).data
    })
    const lies = soft.at(-1)
    seen.forEach((under, c) => {
      for (let i = 0; i < under.length; i++)
        under[i] = (under[i] ?? 0) * (1 - (lies?.[i] ?? 0)) + (soft[c]?.[i] ?? 0)
    })
  }
  // Nothing is known of what nearer things hide: those around it stand for it.
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
