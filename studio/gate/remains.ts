import { eyeLine, vertex } from '#studio/person/landmarks.ts'
import { opening } from '#studio/planes/opening.ts'
import { connectedTo, partsOf } from '#studio/planes/parts.ts'
import { CELL } from './view.ts'
import type { PictureView } from './view.ts'

export interface Remains {
  /** Area of what is kept of the selfie and hangs together with nothing of the person, in squared face heights. */
  islands: number
  /** Area of the largest thin part that is kept below the eyes and is not dark, the same. */
  strips: number
}

/** Covered enough to be seen before the backdrop. */
const SEEN = 90
const SOLID = 200
/** Half the width of a thin part, face heights. */
const THIN = 0.03
/** ln of luminance: what is as dark may be a braid. */
const DARK = Math.log(0.06)
const NOSE = 1

/** What was left of the old background: islands beside the subject, and strips along it. */
export function measureRemains(view: PictureView): Remains {
  const { alpha, width, faceHeight } = view
  const joined = joinedToFace(view)
  const islands = alpha.filter((share, i) => share >= SEEN && !joined[i])
  const largest = partsOf(thinParts(view), width).reduce((most, { length }) => Math.max(most, length), 0)
  return { islands: islands.length / faceHeight ** 2, strips: largest / faceHeight ** 2 }
}

/** 1 on what is kept below the eyes, away from the picture's edges, and no person is as thin as: braids are dark. */
function thinParts({ alpha, width, height, faceHeight, mesh, cells }: PictureView): Uint8Array {
  const solid = new Float32Array(alpha).map((share) => (share >= SOLID ? 1 : 0))
  const radius = Math.round(THIN * faceHeight)
  const thick = opening({ width, height, data: solid }, radius).data
  const thin = new Uint8Array(alpha.length)
  for (let y = Math.ceil(eyeLine(mesh).middle.y); y < height - radius; y++) {
    const row = Math.floor(y / CELL) * cells.width
    for (let x = radius, i = y * width + x; x < width - radius; x++, i++)
      if (solid[i] !== thick[i] && (cells.light[row + Math.floor(x / CELL)] ?? 0) >= DARK) thin[i] = 1
  }
  return thin
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
  )
}
