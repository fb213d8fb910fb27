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
/** Below nothing ends by nature: steps of a line askew may show. */
const STRAIGHT_BELOW: Straightness = { tolerance: 0.6, steepest: 0.3 }
/** The net's outline wavers by its own pixels. */
const STRAIGHT_TO_NET: Straightness = { tolerance: 3, steepest: 0.3 }

/** Straight pieces of the subject's outline within the picture: nobody ends in a line, selfies do. */
export function measureCutLines(view: PictureView): CutLines {
  const { width, height, faceHeight, mesh } = view
  const chin = vertex(mesh, CHIN).y
  const columns = Array.from({ length: width }, (_, x) => x)
  const below = Float32Array.from(columns, (x) => lowerEnd(view, x, chin))
  const above = Float32Array.from(columns, (x) => upperEnd(view, x, chin))
  const rows = Array.from({ length: height }, (_, y) => y)
  const left = Float32Array.from(rows, (y) => leftEnd(view, y))
  const right = Float32Array.from(rows, (y) => rightEnd(view, y))
  const longest = (values: Float32Array, kind = STRAIGHT): number =>
    longestStraightRun(values, kind).length / faceHeight
  return {
    floating: longest(below, view.isCut ? STRAIGHT_BELOW : STRAIGHT_TO_NET),
    side: Math.max(longest(left), longest(right)),
    hair: longest(above),
  }
}

/** Where the subject's last pixel of a column ends, to a part of a pixel; NaN where it reaches the edge or is not there. */
function lowerEnd({ alpha, width, height }: PictureView, x: number, chin: number): number {
  const at = (y: number): number => alpha[y * width + x] ?? 0
  if (at(height - 1 - EDGE) > HALF) return NaN
  for (let y = height - 1 - EDGE; y > chin; y--)
    if (at(y - 1) > HALF) return y - 1 + crossing(at(y - 1), at(y))
  return NaN
}

function upperEnd({ alpha, width }: PictureView, x: number, chin: number): number {
  const at = (y: number): number => alpha[y * width + x] ?? 0
  if (at(EDGE) > HALF) return NaN
  for (let y = EDGE; y < chin; y++) if (at(y + 1) > HALF) return y + 1 - crossing(at(y + 1), at(y))
  return NaN
}

function leftEnd({ alpha, width }: PictureView, y: number): number {
  const at = (x: number): number => alpha[y * width + x] ?? 0
  if (at(EDGE) > HALF) return NaN
  for (let x = EDGE; x < width / 2; x++) if (at(x + 1) > HALF) return x + 1 - crossing(at(x + 1), at(x))
  return NaN
}

function rightEnd({ alpha, width }: PictureView, y: number): number {
  const at = (x: number): number => alpha[y * width + x] ?? 0
  if (at(width - 1 - EDGE) > HALF) return NaN
  for (let x = width - 1 - EDGE; x > width / 2; x--)
    if (at(x - 1) > HALF) return x - 1 + crossing(at(x - 1), at(x))
  return NaN
}

/** How far from the covered pixel's middle to the bare one's the outline lies. */
function crossing(covered: number, bare: number): number {
  return (covered - HALF) / Math.max(1, covered - bare)
}
