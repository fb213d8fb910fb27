import { blur } from '#studio/matte/filters.ts'
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

/** Mean over a disc by running sums along the rows; beyond the raster lies nothing. Radius in pixels. */
function discBlur(
  source: Float32Array,
  width: number,
  height: number,
  radius: number,
): Float32Array<ArrayBuffer> {
  const out = new Float32Array(source)
  if (radius < 0.6) return out
  out.fill(0)
  const reach = Math.floor(radius)
  const halves = Float32Array.from(
    { length: 2 * reach + 1 },
    (_, k) => Math.sqrt(radius ** 2 - (k - reach) ** 2) + 0.5,
  )
  const area = halves.reduce((sum, half) => sum + 2 * half, 0)
  // A border of empty pixels on both sides, so that no window leaves the row.
  const border = reach + 3
  const sums = new Float64Array(width + 2 * border)
  for (let y = 0; y < height; y++) {
    let sum = 0
    for (let x = 0; x < width; x++) {
      sum += source[y * width + x] ?? 0
      sums[border + x + 1] = sum
    }
    sums.fill(sum, border + width)
    for (let k = 0; k < halves.length; k++) {
      const to = y + k - reach
      if (to >= 0 && to < height) addWindows(out, to * width, width, sums, border, halves[k] ?? 0)
    }
  }
  for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) / area
  return out
}

/** Adds to one row the sums over x ± half; between pixel edges the running sums are interpolated. */
function addWindows(
  out: Float32Array,
  row: number,
  width: number,
  sums: Float64Array,
  border: number,
  half: number,
): void {
  const high = Math.floor(half + 0.5)
  const rest = half + 0.5 - high
  for (let x = 0; x < width; x++) {
    const right = border + x + high
    const left = border + x + 1 - high
    const upper = (sums[right] ?? 0) * (1 - rest) + (sums[right + 1] ?? 0) * rest
    const lower = (sums[left] ?? 0) * (1 - rest) + (sums[left - 1] ?? 0) * rest
    out[row + x] = (out[row + x] ?? 0) + upper - lower
  }
}

/** The layer out of focus; its own planes are replaced. */
export function defocus(layer: Layer, radius: number): Layer {
  const { width, height } = layer
  const blurred = (plane: Float32Array) => discBlur(plane, width, height, radius)
  return { width, height, r: blurred(layer.r), g: blurred(layer.g), b: blurred(layer.b), a: blurred(layer.a) }
}

/** Blur that changes across the picture, for walls that recede: `nearer` as far as `share` of x 0..1 says; into `farther`. */
export function blend(farther: Layer, nearer: Layer, share: (x: number) => number): Layer {
  const { width, height } = farther
  for (const plane of ['r', 'g', 'b', 'a'] as const) {
    for (let x = 0; x < width; x++) {
      const near = share(x / width)
      for (let i = x; i < width * height; i += width) {
        farther[plane][i] = (farther[plane][i] ?? 0) * (1 - near) + (nearer[plane][i] ?? 0) * near
      }
    }
  }
  return farther
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
