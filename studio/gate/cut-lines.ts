import { CHIN, vertex } from '#studio/person/landmarks.ts'
import { longestStraightRun } from './straight-runs.ts'
import type { PictureView } from './view.ts'

export interface CutLines {
  /** Longest straight lower end of the subject above the picture's lower edge, in face heights. */
  floating: number
  /** Longest straight side of the subject, in face heights. */
  side: number
  /** Longest straight upper end of the hair, in face heights. */
  hair: number
}

/** Half covered: where the outline runs. */
const HALF = 127.5
/** Pixels from the picture's edge that are the edge. */
const EDGE = 2
interface Straightness {
  tolerance: number
  steepest: number
}

const STRAIGHT: Straightness = { tolerance: 0.3, steepest: 0.3 }
/** Long hair and sleeves hang nearly straight, a frame cuts straight. */
const STRAIGHT_BESIDE: Straightness = { tolerance: 0.15, steepest: 0.3 }
/** Below the head no subject ends naturally: even steps of a slanted line may show. */
const STRAIGHT_BELOW: Straightness = { tolerance: 0.6, steepest: 0.3 }
/** The net's outline wavers by its own pixels. */
const STRAIGHT_TO_NET: Straightness = { tolerance: 3, steepest: 0.3 }

/**
 * Straight pieces of the subject's outline within the picture: people have no straight outlines, cropped selfies do.
 */
export function measureCutLines(view: PictureView): CutLines {
  const { alpha, width, height, faceHeight, mesh } = view
  const chin = vertex(mesh, CHIN).y
  const [lowest, rightmost] = [height - 1 - EDGE, width - 1 - EDGE]
  const down = (x: number) => (y: number) => alpha[y * width + x] ?? 0
  const along = (y: number) => (x: number) => alpha[y * width + x] ?? 0
  const below = Float32Array.from({ length: width }, (_, x) => endOf(down(x), lowest, chin))
  const above = Float32Array.from({ length: width }, (_, x) => endOf(down(x), EDGE, chin))
  const left = Float32Array.from({ length: height }, (_, y) => endOf(along(y), EDGE, width / 2))
  const right = Float32Array.from({ length: height }, (_, y) => endOf(along(y), rightmost, width / 2))
  const longest = (values: Float32Array, kind = STRAIGHT): number =>
    longestStraightRun(values, kind).length / faceHeight
  return {
    floating: longest(below, view.isCut ? STRAIGHT_BELOW : STRAIGHT_TO_NET),
    side: Math.max(longest(left, STRAIGHT_BESIDE), longest(right, STRAIGHT_BESIDE)),
    hair: longest(above),
  }
}

/**
 * Where the subject begins on the way inwards from one side of the picture, to a fraction of a pixel; NaN where the
 * subject reaches that side or is absent.
 * @param at coverage of the pixels on the way
 */
function endOf(at: (pixel: number) => number, from: number, to: number): number {
  if (at(from) > HALF) return NaN
  const step = from < to ? 1 : -1
  for (let pixel = from; (to - pixel) * step > 0; pixel += step)
    if (at(pixel + step) > HALF) return pixel + step - step * crossing(at(pixel + step), at(pixel))
  return NaN
}

/** How far from the covered pixel's middle to the bare one's the outline lies. */
function crossing(covered: number, bare: number): number {
  return (covered - HALF) / Math.max(1, covered - bare)
}
