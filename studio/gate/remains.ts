import { eyeLine, vertex } from '#studio/person/landmarks.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { connectedTo, partsOf } from '#studio/planes/parts.ts'
import { likeHair } from './hair-colour.ts'
import { CELL } from './view.ts'
import type { PictureView } from './view.ts'

export interface Remains {
  /** Area of what is kept of the selfie and hangs together with nothing of the person, in squared face heights. */
  islands: number
  /** Area of what is kept along the outline below the eyes, shows no person to the net and is no hair, the same. */
  strips: number
}

/** Covered enough to be seen before the backdrop. */
const SEEN = 90
const SOLID = 200
/** Logit of "person" under which the net is sure that there is none. */
const NOBODY = -3
/** Nothing that reaches further in is a strip: of what lies well within the person the net is wrong. In face heights. */
const DEEPEST = 0.1
/** ln of luminance: braids as dark as this have no colour that could be compared. */
const DARK = Math.log(0.06)
const NOSE = 1

/** What was left of the old background: islands beside the subject, and strips and patches that belong to it by mistake. */
export function measureRemains(view: PictureView): Remains {
  const { alpha, width, height, faceHeight } = view
  const joined = joinedToFace(view)
  const outside = alpha.map((share) => (share < SOLID ? 1 : 0))
  const depth = distanceTo(outside, width, height)
  const strips = partsOf(denied(view), width).filter((part) =>
    part.every((i) => (depth[i] ?? 0) <= DEEPEST * faceHeight),
  )
  const islands = alpha.filter((share, i) => share >= SEEN && !joined[i])
  return {
    islands: islands.length / faceHeight ** 2,
    strips: strips.reduce((sum, { length }) => sum + length, 0) / faceHeight ** 2,
  }
}

/** 1 on what is kept below the eyes and shows no person to the net; buns and braids do not either. */
function denied(view: PictureView): Uint8Array {
  const { alpha, person, width, mesh, cells } = view
  const isHair = likeHair(view)
  const eyes = Math.round(eyeLine(mesh).middle.y) * width
  return alpha.map((share, i) => {
    if (i <= eyes || share < SOLID || (person.data[i] ?? 0) >= NOBODY) return 0
    const cell = Math.floor(Math.floor(i / width) / CELL) * cells.width + Math.floor((i % width) / CELL)
    return isHair(cell) || (cells.light[cell] ?? 0) < DARK ? 0 : 1
  })
}

/** 1 on what is seen and hangs together with the face. */
function joinedToFace({ alpha, width, height, mesh }: PictureView): Uint8Array {
  const nose = new Float32Array(alpha.length)
  const { x, y } = vertex(mesh, NOSE)
  const [column, row] = [Math.round(x), Math.round(y)]
  nose[Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column))] = 1
  return connectedTo(
    alpha.map((share) => (share >= SEEN ? 1 : 0)),
    nose,
    width,
    height,
  )
}
