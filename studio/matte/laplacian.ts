import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import {
  areasOfChange,
  areaTable,
  enlargedAreas,
  grown,
  rangesOf,
  rangeTable,
  wholeArea,
} from '#studio/planes/areas.ts'
import type { Area } from '#studio/planes/areas.ts'
import { enlargeInto } from '#studio/planes/resize.ts'

/** The picture that a matte is drawn after: colour planes red, green, blue in 0..1. */
export interface Guide {
  width: number
  height: number
  planes: [Float32Array, Float32Array, Float32Array]
}

/** Planes of a fitting in the kernels' memory, and where among them the means of slopes (three) and offset lie. */
const FITTING_PLANES = 18
const MEAN_SLOPES = 13
const MEAN_OFFSET = 16

/** Fits of planes as a·I + b on a guide's colours I in every window, as far as the pixels of some areas need them. */
interface Fitting {
  at: Pointer
  /** The guide's three planes. */
  guide: Pointer
  planeAt(index: number): Pointer
}

function fittingOf(room: Room, guide: Guide, radius: number, eps: number, areas: readonly Area[]): Fitting {
  const { width, height, planes } = guide
  const bytes = width * height * 4
  const colours = room.put(planes[0], planes[1], planes[2])
  const fits = room.bytes(FITTING_PLANES * bytes)
  const reach = grown(areas, radius, guide)
  const reachRanges = rangeTable(rangesOf(reach, guide))
  const seenRanges = rangeTable(rangesOf(grown(areas, 2 * radius, guide), guide))
  // In the order of the kernels' `Fitting`.
  const at = room.put(
    Int32Array.of(
      colours,
      fits,
      width,
      height,
      radius,
      room.put(areaTable(areas)),
      areas.length,
      room.put(areaTable(reach)),
      reach.length,
      room.put(reachRanges),
      reachRanges.length / 2,
      room.put(seenRanges),
      seenRanges.length / 2,
      room.bytes(kernels.windowScratch(width, radius)),
    ),
  )
  kernels.prepareFitting(at, eps)
  return { at, guide: colours, planeAt: (index) => (fits + index * bytes) as Pointer }
}

/** Colour guided filter (He, Sun, Tang: Guided Image Filtering, TPAMI 2013). */
export function guidedFilter(guide: Guide, source: Float32Array, radius: number, eps: number): Float32Array {
  return withRoom((room) => {
    const bytes = source.byteLength
    const fitting = fittingOf(room, guide, radius, eps, [wholeArea(guide)])
    kernels.fit(fitting.at, room.put(source))
    const out = fitting.planeAt(MEAN_OFFSET)
    const all = room.put(rangeTable([{ from: 0, to: source.length }]))
    for (let channel = 0; channel < 3; channel++)
      kernels.addProduct(out, fitting.planeAt(MEAN_SLOPES + channel), fitting.guide + channel * bytes, all, 1)
    return room.takeFloats(out, source.length)
  })
}

/**
 * The guided filter of a smaller plane, drawn at the size of the picture: the fit is made where it is cheap, its
 * coefficients are enlarged (He, Sun: Fast Guided Filter, 2015).
 * @param small the guide at the plane's size
 * @param radius in pixels of the small guide
 * @returns a plane in the room
 */
export function guidedEnlarge(
  room: Room,
  small: Guide,
  source: Float32Array,
  guide: Guide,
  radius: number,
  eps: number,
): Pointer {
  const plane = room.put(source)
  // Where nothing changes within two windows, the fit is the value itself.
  const areas = areasOfChange(room, plane, small, 2 * radius)
  const size = guide.width * guide.height
  const fitting = fittingOf(room, small, radius, eps, areas)
  const offset = fitting.planeAt(MEAN_OFFSET)
  room.copy(plane, offset, source.byteLength)
  kernels.fit(fitting.at, plane)
  const out = room.floats(size)
  enlargeInto(room, small, offset, guide, undefined, [wholeArea(guide)], out)
  const sloping = enlargedAreas(areas, Math.ceil(guide.width / small.width), guide)
  const ranges = rangeTable(rangesOf(sloping, guide))
  const within = room.put(ranges)
  const [slope, colours] = [room.floats(size), room.floats(size)]
  guide.planes.forEach((colour, channel) => {
    const slopes = fitting.planeAt(MEAN_SLOPES + channel)
    enlargeInto(room, small, slopes, guide, undefined, sloping, slope)
    room.write(colours, colour)
    kernels.addProduct(out, slope, colours, within, ranges.length / 2)
  })
  return out
}

export interface MattingProblem {
  guide: Guide
  /** Wanted alpha per pixel, 0..1. */
  wanted: Float32Array
  /** How much each pixel insists on it; about |w| × 2 for known pixels, 0 for "no opinion". */
  trust: Float32Array
  radius: number
  eps: number
  iterations: number
  /** Stop when the residual has fallen to this fraction of the first. */
  tolerance: number
  /** Where alpha is sought: outside of them it is as wanted. The whole picture unless given. */
  areas?: readonly Area[]
}

/**
 * Alpha by conjugate gradient on the matting Laplacian, applied through box filters and never
 * stored (He, Sun, Tang: Fast Matting Using Large Kernel Matting Laplacian Matrices, CVPR 2010).
 * Starts from `wanted`; returns values clamped to 0..1.
 */
export function solveMatte(problem: MattingProblem): Float32Array {
  const { guide, wanted, trust, radius, eps, areas = [wholeArea(guide)] } = problem
  return withRoom((room) => {
    const fitting = fittingOf(room, guide, radius, eps, areas)
    const alpha = room.put(wanted)
    const work = room.floats(4 * wanted.length)
    const ranges = rangeTable(rangesOf(areas, guide))
    kernels.solveMatte(
      fitting.at,
      room.put(wanted),
      room.put(trust),
      alpha,
      work,
      room.put(ranges),
      ranges.length / 2,
      problem.iterations,
      problem.tolerance,
    )
    return room.takeFloats(alpha, wanted.length)
  })
}
