import type { Plane } from '#studio/raster.ts'
import type { Opinion } from './colour-opinion.ts'
import { blur, reduce, smoothstep } from './filters.ts'
import type { Guide } from './laplacian.ts'
import type { HeadGeometry } from './segmentation.ts'
import type { Trimap } from './trimap.ts'

/** Detail of a hard edge counts no more than this, code values 0..1: only texture is wanted. */
const LARGEST_DETAIL = 0.06
/** Sensor noise: below it a ratio of details says nothing. */
const NOISE = 0.0035
/** Lengths as fractions of the face height. */
const WINDOW = 0.01
const NEIGHBOURHOOD = 0.08
const BAND_INSIDE = 0.16
const BAND_OUTSIDE = 0.25
/** Hair is judged down to this far below the eyes; cloth and skin have too little texture. */
const BELOW_EYES = 0.3
const SHARE = 0.85
const TRUST = 8

function upperRows({ width, height, planes: [r, g, b] }: Guide, wanted: number): Guide {
  const rows = Math.min(height, wanted)
  const upper = (plane: Float32Array) => plane.subarray(0, rows * width)
  return { width, height: rows, planes: [upper(r), upper(g), upper(b)] }
}

/** Mean fine detail of the picture at half size. */
function detailOf({ width, height, planes: [r, g, b] }: Guide, sigma: number): Plane {
  const luma = new Float32Array(width * height)
  for (let i = 0; i < luma.length; i++)
    luma[i] = 0.299 * (r[i] ?? 0) + 0.587 * (g[i] ?? 0) + 0.114 * (b[i] ?? 0)
  const soft = blur({ width, height, data: luma }, 1.2).data
  for (let i = 0; i < luma.length; i++)
    luma[i] = Math.min(LARGEST_DETAIL, Math.abs((luma[i] ?? 0) - (soft[i] ?? 0)))
  return blur(reduce({ width, height, data: luma }, 2), sigma)
}

/** Mean of the plane over the pixels for which `counts` holds, near each pixel; 0 where there are none. */
function meanNear(plane: Plane, counts: (i: number) => boolean, sigma: number): Float32Array {
  const { width, height, data } = plane
  const weight = new Float32Array(data.length)
  const value = new Float32Array(data.length)
  for (let i = 0; i < data.length; i++) {
    if (!counts(i)) continue
    weight[i] = 1
    value[i] = data[i] ?? 0
  }
  const w = blur({ width, height, data: weight }, sigma).data
  const v = blur({ width, height, data: value }, sigma).data
  return v.map((sum, i) => ((w[i] ?? 0) > 0.003 ? sum / (w[i] ?? 1) : 0))
}

/**
 * Sharp hair before a background out of focus: where both have the same colour, their texture still differs.
 * Smooth pixels beside textured hair are drawn to the background, textured ones the net half sees to the
 * subject, as far as the colours have no clear opinion. Changes `opinion` in place.
 * @param guide the picture at full size; everything else is half of it
 * @returns how surely each pixel is smooth background beside textured hair, 0..1
 */
export function addTextureOpinion(
  opinion: Opinion,
  guide: Guide,
  trimap: Trimap,
  person: Plane,
  head: HeadGeometry,
): Float32Array {
  const unit = head.faceHeight / 2
  const lowest = Math.min(person.height, Math.ceil((head.eyeY + head.faceHeight * BELOW_EYES) / 2))
  // As far below as the means of a neighbourhood reach.
  const detail = detailOf(upperRows(guide, 2 * Math.ceil(lowest + 3 * unit * NEIGHBOURHOOD)), unit * WINDOW)
  const { width, data } = detail
  const { known, wanted, fromOutline } = trimap
  const near = (subject: boolean, reach: number) => (i: number) =>
    (known[i] ?? 0) > 0 && (wanted[i] ?? 0) > 0.5 === subject && (fromOutline[i] ?? 0) < unit * reach
  const hair = meanNear(detail, near(true, BAND_INSIDE), unit * NEIGHBOURHOOD)
  const wall = meanNear(detail, near(false, BAND_OUTSIDE), unit * NEIGHBOURHOOD)
  const smooth = new Float32Array(person.data.length)
  for (let i = 0; i < lowest * width; i++) {
    if ((known[i] ?? 0) || (hair[i] ?? 0) === 0 || (wall[i] ?? 0) === 0) continue
    const span = (hair[i] ?? 0) - (wall[i] ?? 0)
    const distinct = smoothstep(1.4, 2.4, ((hair[i] ?? 0) + NOISE) / ((wall[i] ?? 0) + NOISE))
    if (distinct <= 0) continue
    // Half of the hair's texture is where it ends; locks differ by a factor of two.
    const texture = ((data[i] ?? 0) - (wall[i] ?? 0)) / span
    const clear = distinct / (distinct + 0.5 * (opinion.confidence[i] ?? 0))
    const seen = (wanted[i] ?? 0) > 0.5 ? 1 : smoothstep(0.08, 0.4, person.data[i] ?? 0)
    const up = smoothstep(0.4, 0.7, texture) * seen * clear * SHARE * (opinion.likeSubject[i] ?? 0)
    const down = (1 - smoothstep(0.16, 0.36, texture)) * clear * SHARE * (opinion.likeWall[i] ?? 0)
    const value = opinion.wanted[i] ?? 0
    opinion.wanted[i] = (value + (1 - value) * up) * (1 - down)
    opinion.trust[i] = (opinion.trust[i] ?? 0) + TRUST * Math.max(up, down)
    smooth[i] = down
  }
  return smooth
}
