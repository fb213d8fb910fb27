import { eyeLine, vertex } from '#studio/person/landmarks.ts'
import { connectedTo } from '#studio/planes/parts.ts'
import { likeHair } from './hair-colour.ts'
import { CELL } from './view.ts'
import type { PictureView } from './view.ts'

export interface Remains {
  /** Area of what is kept of the selfie and hangs together with nothing of the person, in squared face heights. */
  islands: number
  /** Area of what is kept below the eyes, shows no person to the net and is no hair, in squared face heights. */
  strips: number
}

/** Covered enough to be seen before the backdrop. */
const SEEN = 90
const SOLID = 200
/** Logit of "person" under which the net is sure that there is none. */
const NOBODY = -3
const NOSE = 1

/** What was left of the old background: islands beside the subject, and strips and patches that belong to it by mistake. */
export function measureRemains(view: PictureView): Remains {
  const { alpha, person, faceHeight } = view
  const joined = joinedToFace(view)
  let [islands, strips] = [0, 0]
  const isHair = likeHair(view)
  const cellOf = (i: number): number =>
    Math.floor(Math.floor(i / view.width) / CELL) * view.cells.width + Math.floor((i % view.width) / CELL)
  // Buns and braids are no person to the net.
  const eyes = Math.round(eyeLine(view.mesh).middle.y) * view.width
  for (let i = 0; i < alpha.length; i++) {
    const share = alpha[i] ?? 0
    if (share >= SEEN && !joined[i]) islands++
    else if (i > eyes && share >= SOLID && (person.data[i] ?? 0) < NOBODY && !isHair(cellOf(i))) strips++
  }
  return { islands: islands / faceHeight ** 2, strips: strips / faceHeight ** 2 }
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
