import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import { blur } from '#studio/planes/blur.ts'
import type { Lens } from './recipe.ts'
import type { Layer } from './stage.ts'

/** What a head-and-shoulders picture takes in at the subject, from top to bottom, metres. */
const FIELD_M = 0.56
/** Camera to subject, metres: where a portrait lens frames that field without distorting the face. */
export const SUBJECT_M = 1.8

/**
 * Radius of the blur disc of something beyond the subject, in picture heights (thin lens: the opening's diameter,
 * seen from the distance, projected on the plane of focus).
 */
export function discRadius(lens: Lens, distanceM: number): number {
  const opening = lens.focalLengthMm / lens.aperture / 1000
  return (opening * (1 - SUBJECT_M / distanceM)) / FIELD_M / 2
}

/** Picture heights per metre at a distance. */
export function heightsPerMetre(distanceM: number): number {
  return SUBJECT_M / (FIELD_M * distanceM)
}

/** Mean over a disc; beyond the raster lies nothing. Radius in pixels. */
function discBlur(
  source: Float32Array,
  width: number,
  height: number,
  radius: number,
): Float32Array<ArrayBuffer> {
  if (radius < 0.6) return new Float32Array(source)
  const reach = Math.floor(radius)
  const halves = Float32Array.from({ length: reach + 1 }, (_, k) => Math.sqrt(radius ** 2 - k ** 2) + 0.5)
  const area = halves.reduce((sum, half, k) => sum + (k === 0 ? 2 : 4) * half, 0)
  return withRoom((room) => {
    const out = room.zeros(source.length)
    const scratch = room.bytes(kernels.discScratch(width, reach))
    kernels.discBlur(room.put(source), width, height, room.put(halves), reach, 1 / area, out, scratch)
    return room.takeFloats(out, source.length)
  })
}

/** The layer as the lens shows it, out of focus; its own planes are replaced. */
export function defocus(layer: Layer, radius: number): Layer {
  const { width, height } = layer
  const blurred = (plane: Float32Array) => discBlur(plane, width, height, radius)
  return { width, height, r: blurred(layer.r), g: blurred(layer.g), b: blurred(layer.b), a: blurred(layer.a) }
}

/** Blur that changes across the picture, for walls that recede: `nearer` as far as `share` of x 0..1 says; into `farther`. */
export function blend(farther: Layer, nearer: Layer, share: (x: number) => number): Layer {
  const shares = Float32Array.from({ length: farther.width }, (_, x) => share(x / farther.width))
  for (const plane of ['r', 'g', 'b', 'a'] as const) blendPlane(farther[plane], nearer[plane], shares)
  return farther
}

function blendPlane(farther: Float32Array, nearer: Float32Array, shares: Float32Array): void {
  for (let from = 0; from < farther.length; from += shares.length) {
    for (let x = 0, i = from; x < shares.length; x++, i++) {
      const far = farther[i] ?? 0
      farther[i] = far + ((nearer[i] ?? 0) - far) * (shares[x] ?? 0)
    }
  }
}

/** `over` before `under`, into `under`. */
export function lay(under: Layer, over: Layer): void {
  for (let i = 0; i < under.a.length; i++) {
    const left = 1 - Math.min(1, over.a[i] ?? 0)
    under.r[i] = (under.r[i] ?? 0) * left + (over.r[i] ?? 0)
    under.g[i] = (under.g[i] ?? 0) * left + (over.g[i] ?? 0)
    under.b[i] = (under.b[i] ?? 0) * left + (over.b[i] ?? 0)
  }
}

/** Light scattered in the lens: bright windows and lamps lift what lies around them. */
export function glare(
  plane: Float32Array,
  width: number,
  height: number,
  sigma: number,
  share: number,
): void {
  const veil = blur({ width, height, data: plane }, sigma).data
  for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] ?? 0) * (1 - share) + (veil[i] ?? 0) * share
}

const SHOULDER = 0.42
const PAPER = 0.93

/** Scene light → display light 0..1: straight, then a shoulder, per channel so that highlights lose their colour. */
export function film(light: number): number {
  if (light <= SHOULDER) return Math.max(0, light)
  const room = PAPER - SHOULDER
  return SHOULDER + room * (1 - Math.exp((SHOULDER - light) / room))
}
