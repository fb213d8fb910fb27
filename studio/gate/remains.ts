import { eyeLine, vertex } from '#studio/person/landmarks.ts'
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
  const joined = new Uint8Array(alpha.length)
  const nose = vertex(mesh, NOSE)
  const start =
    Math.min(height - 1, Math.max(0, Math.round(nose.y))) * width +
    Math.min(width - 1, Math.max(0, Math.round(nose.x)))
  const open = new Int32Array(alpha.length)
  let length = 0
  const visit = (at: number): void => {
    if (joined[at] || (alpha[at] ?? 0) < SEEN) return
    joined[at] = 1
    open[length++] = at
  }
  visit(start)
  while (length > 0) {
    const at = open[--length] ?? 0
    const x = at % width
    if (x > 0) visit(at - 1)
    if (x < width - 1) visit(at + 1)
    if (at >= width) visit(at - width)
    if (at + width < alpha.length) visit(at + width)
  }
  return joined
}
