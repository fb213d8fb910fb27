import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import { UNIT } from '#studio/plates/plate.ts'
import type { Plate } from '#studio/plates/plate.ts'
import type { Lens } from './recipe.ts'

/** What a head-and-shoulders picture takes in at the subject, from top to bottom, metres. */
export const FIELD_M = 0.56
/** Camera to subject, metres: where a portrait lens frames that field without distorting the face. */
export const SUBJECT_M = 1.8
/** Distances that a plate is sorted into, each blurred by itself: at most so many, and no closer than discs so alike, pixels. */
const LEVELS = 4
const ALIKE = 1.2

/**
 * Radius of the blur disc of something infinitely far, in picture heights (thin lens: the opening's diameter, seen from
 * there, projected on the plane of focus); of what is nearer, its share.
 */
export function discRadius({ focalLengthMm, aperture }: Lens): number {
  return focalLengthMm / aperture / 1000 / FIELD_M / 2
}

/** Mean over a disc; beyond the raster lies nothing. Radius in pixels. */
function discBlur(source: Float32Array, { width, height }: Plate, radius: number): Float32Array {
  if (radius < 0.6) return new Float32Array(source)
  const reach = Math.floor(radius)
  const halves = Float32Array.from({ length: reach + 1 }, (_, k) => Math.sqrt(radius ** 2 - k ** 2) + 0.5)
  const area = halves.reduce((sum, half, k) => sum + (k === 0 ? 2 : 4) * half, 0)
  return withRoom((room) => {
    const out = room.zeros(source.length)
    const sums = room.floats(width + 1)
    kernels.discBlur(room.put(source), width, height, room.put(halves), reach, 1 / area, out, sums)
    return room.takeFloats(out, source.length)
  })
}

/** The plate's light as the lens shows it: every distance with the disc it has, nearer ones over farther ones. */
export function defocus(plate: Plate, radius: number): Float32Array[] {
  const { far, light } = plate
  const least = far.reduce((low, value) => Math.min(low, value), 1)
  const most = far.reduce((high, value) => Math.max(high, value), 0)
  const levels = Math.min(LEVELS, 1 + Math.ceil(((most - least) * radius * UNIT) / ALIKE))
  const step = Math.max(1e-3, (most - least) / Math.max(1, levels - 1))
  const cover = new Float32Array(far.length)
  const seen = light.map(() => new Float32Array(far.length))
  const part = new Float32Array(far.length)
  for (let level = 0; level < levels; level++) {
    const away = most - level * step
    const here = (value: number) => Math.max(0, 1 - Math.abs(value - away) / step)
    const soft = (plane: Float32Array | null) => {
      for (let i = 0; i < part.length; i++) part[i] = here(far[i] ?? 0) * (plane ? (plane[i] ?? 0) : 1)
      return discBlur(part, plate, radius * away * UNIT)
    }
    const lies = soft(null)
    light.forEach((plane, c) => {
      layOver(seen[c] ?? cover, soft(plane), lies)
    })
    layOver(cover, lies, lies)
  }
  // Nothing is known of what nearer things hide: those around it stand for it.
  for (const plane of seen)
    for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] ?? 0) / Math.max(1e-3, cover[i] ?? 1)
  return seen
}

function layOver(under: Float32Array, over: Float32Array, cover: Float32Array): void {
  for (let i = 0; i < under.length; i++) under[i] = (under[i] ?? 0) * (1 - (cover[i] ?? 0)) + (over[i] ?? 0)
}

const SHOULDER = 0.42
const PAPER = 0.93

/** Scene light → display light 0..1: straight, then a shoulder, per channel so that highlights lose their colour. */
export function film(light: number): number {
  if (light <= SHOULDER) return Math.max(0, light)
  const room = PAPER - SHOULDER
  return SHOULDER + room * (1 - Math.exp((SHOULDER - light) / room))
}
