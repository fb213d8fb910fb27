import type { Plane } from '#studio/raster.ts'
import type { Opinion } from './colour-opinion.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import { blurWithin } from '#studio/planes/blur.ts'
import { reduceInto } from '#studio/planes/resize.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { Guide } from './laplacian.ts'
import type { HeadGeometry } from './segmentation.ts'
import type { Trimap } from './trimap.ts'

/** Detail of a hard edge counts no more than this, code values 0..1: only texture is wanted. */
const LARGEST_DETAIL = 0.06
/** Sensor noise: below it a ratio of details says nothing. */
const NOISE = 0.0035
const LUMA = [0.299, 0.587, 0.114] as const
/** Lengths as fractions of the face height. */
const WINDOW = 0.01
const NEIGHBOURHOOD = 0.08
const BAND_INSIDE = 0.16
const BAND_OUTSIDE = 0.25
/** Hair is judged down to this far below the eyes; cloth and skin have too little texture. */
const BELOW_EYES = 0.3
/** Share of the neighbourhood that must be known, for its mean to count. */
const LEAST_NEAR = 0.003
const SHARE = 0.85
const TRUST = 8
/** Colours as distinct as this begin to tell, and tell all: then texture alone makes nothing hair. */
const TELLING = [0.15, 0.4] as const
/** The net's probability from which texture alone may make hair, and wholly. */
const HALF_SEEN = [0.15, 0.45] as const

/** Fine detail of the picture at half size, down to where hair is judged by it. */
export function fineDetail({ width, height, planes }: Guide, head: HeadGeometry): Plane {
  const lowest = head.eyeY + head.faceHeight * (BELOW_EYES + 3 * NEIGHBOURHOOD)
  // As far below as the means of a neighbourhood reach.
  const rows = Math.min(height, 2 * Math.ceil(lowest / 2))
  const size = { width, height: rows }
  const half = { width: Math.ceil(width / 2), height: Math.ceil(rows / 2) }
  return withRoom((room) => {
    const [r, g, b] = planes
    const upper = (plane: Float32Array) => plane.subarray(0, rows * width)
    const detail = room.floats(half.width * half.height)
    const [luma, soft] = [room.floats(rows * width), room.floats(rows * width)]
    const colours = room.put(upper(r), upper(g), upper(b))
    const [green, blue] = [colours + rows * width * 4, colours + rows * width * 8]
    kernels.lumaOver(colours, green, blue, width, width, rows, ...LUMA, luma)
    room.copy(luma, soft, rows * width * 4)
    blurWithin(size, soft, 1.2)
    kernels.difference(luma, soft, rows * width, LARGEST_DETAIL)
    reduceInto(room, size, luma, 2, detail)
    return { ...half, data: room.takeFloats(detail, half.width * half.height) }
  })
}

/** Each pixel's own detail, and the mean of the known subject's and of the known background's near it; 0 where there is none. */
interface Details {
  own: Float32Array
  hair: Float32Array
  wall: Float32Array
}

function detailsOf(size: Plane, trimap: Trimap, unit: number): Details {
  const count = size.data.length
  return withRoom((room) => {
    const detail = room.put(size.data)
    blurWithin(size, detail, unit * WINDOW)
    const known = room.put(trimap.known)
    const sides = room.put(trimap.wanted)
    const fromOutline = room.put(trimap.fromOutline)
    const [means, weights] = [room.floats(count), room.floats(count)]
    const near = (inside: boolean, band: number) => {
      kernels.pickSide(known, sides, fromOutline, inside, unit * band, detail, count, means, weights)
      blurWithin(size, means, unit * NEIGHBOURHOOD)
      blurWithin(size, weights, unit * NEIGHBOURHOOD)
      kernels.divide(means, weights, count, LEAST_NEAR)
      return room.takeFloats(means, count)
    }
    return {
      own: room.takeFloats(detail, count),
      hair: near(true, BAND_INSIDE),
      wall: near(false, BAND_OUTSIDE),
    }
  })
}

/** What texture says of each unknown pixel, 0..1. */
export interface Textures {
  /** How surely it is smooth background beside textured hair. */
  smooth: Float32Array
  /** How surely it is hair, which the net half sees. */
  textured: Float32Array
}

/**
 * Sharp hair before a background out of focus: where both have the same colour, their texture still differs.
 * Smooth pixels beside textured hair are drawn to the background, textured ones the net half sees to the
 * subject, as far as the colours have no clear opinion. Changes `opinion` in place.
 * @param detail see `fineDetail`
 */
export function addTextureOpinion(
  opinion: Opinion,
  detail: Plane,
  trimap: Trimap,
  person: Plane,
  head: HeadGeometry,
): Textures {
  const unit = head.faceHeight / 2
  const lowest = Math.min(person.height, Math.ceil((head.eyeY + head.faceHeight * BELOW_EYES) / 2))
  const { own, hair, wall } = detailsOf(detail, trimap, unit)
  const { width } = person
  const { known, wanted } = trimap
  const smooth = new Float32Array(person.data.length)
  const textured = new Float32Array(person.data.length)
  for (let i = 0; i < lowest * width; i++) {
    if ((known[i] ?? 0) || (hair[i] ?? 0) === 0 || (wall[i] ?? 0) === 0) continue
    const span = (hair[i] ?? 0) - (wall[i] ?? 0)
    const distinct = smoothstep(1.4, 2.4, ((hair[i] ?? 0) + NOISE) / ((wall[i] ?? 0) + NOISE))
    if (distinct <= 0) continue
    // Half of the hair's texture is where it ends; locks differ by a factor of two.
    const texture = ((own[i] ?? 0) - (wall[i] ?? 0)) / span
    const clear = distinct / (distinct + 0.5 * (opinion.confidence[i] ?? 0))
    const seen = (wanted[i] ?? 0) > 0.5 ? 1 : smoothstep(0.08, 0.4, person.data[i] ?? 0)
    const hairy = smoothstep(0.4, 0.7, texture) * clear
    const up = hairy * seen * SHARE * (opinion.likeSubject[i] ?? 0)
    const down = (1 - smoothstep(0.16, 0.36, texture)) * clear * SHARE * (opinion.likeWall[i] ?? 0)
    const value = opinion.wanted[i] ?? 0
    opinion.wanted[i] = (value + (1 - value) * up) * (1 - down)
    opinion.trust[i] = (opinion.trust[i] ?? 0) + TRUST * Math.max(up, down)
    smooth[i] = down
    textured[i] =
      hairy *
      smoothstep(...HALF_SEEN, person.data[i] ?? 0) *
      (1 - smoothstep(...TELLING, opinion.confidence[i] ?? 0))
  }
  return { smooth, textured }
}
