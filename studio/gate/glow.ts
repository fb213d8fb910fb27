import { LINEAR_OF_BYTE, luminance } from '#studio/picture/color.ts'
import { valueOfRank } from '#studio/kernels/rank.ts'
import { CHIN, FACE_OVAL, outline, scaled, vertex } from '#studio/person/landmarks.ts'
import type { PictureView } from './view.ts'

export interface Glow {
  /** How much brighter the jaw's edge is than the cheek beside it, ln, at the brighter tenth of its length. */
  jaw: number
  /** Share of the hair's outline that is far brighter than the hair within. */
  hair: number
}

/** Where along the way from the face's middle to its outline the jaw's edge and the cheek lie. */
const JAW = { edge: 0.97, cheek: 0.84, outside: 1.1 } as const
/** Below the first vertex's height the oval is jaw. */
const CHEEK_BONE = 234
/** In face heights from the outline inwards. */
const HAIR = { rim: 0.02, within: 0.1 } as const
const BRIGHTER = 0.7

/** Light of a selfie that was taken against it: a line along jaw and hair that the new light does not explain. */
export function measureGlow(view: PictureView): Glow {
  return { jaw: jawGlow(view), hair: hairGlow(view) }
}

function jawGlow(view: PictureView): number {
  const oval = outline(view.mesh, FACE_OVAL)
  const [edge, cheek, beyond] = [JAW.edge, JAW.cheek, JAW.outside].map((share) => scaled(oval, share))
  const from = vertex(view.mesh, CHEEK_BONE).y
  const glows = oval.flatMap((point, i) => {
    const [line, inner, outer] = [edge?.[i], cheek?.[i], beyond?.[i]]
    if (point.y < from || !line || !inner || !outer) return []
    const brightest = Math.max(lightAt(view, inner.x, inner.y), lightAt(view, outer.x, outer.y))
    return [Math.log(lightAt(view, line.x, line.y) / brightest)]
  })
  return glows.length > 0 ? valueOfRank(Float32Array.from(glows), Math.floor(0.9 * glows.length)) : 0
}

function hairGlow(view: PictureView): number {
  const { alpha, width, mesh, faceHeight } = view
  const chin = vertex(mesh, CHIN).y
  let [judged, bright] = [0, 0]
  for (let y = 2; y < chin; y += 2) {
    for (const side of [1, -1] as const) {
      let x = side > 0 ? 1 : width - 2
      while (x > 0 && x < width - 1 && (alpha[y * width + x] ?? 0) < 250) x += side
      if (x <= 1 || x >= width - 2) continue
      const rim = lightAt(view, x + side * HAIR.rim * faceHeight, y)
      const within = lightAt(view, x + side * HAIR.within * faceHeight, y)
      judged++
      if (Math.log(rim / within) > BRIGHTER) bright++
    }
  }
  return judged > 0 ? bright / judged : 0
}

/** Mean linear luminance of 3x3 pixels. */
function lightAt({ data, width, height }: PictureView, x: number, y: number): number {
  let sum = 0.01
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const column = Math.min(width - 1, Math.max(0, Math.round(x) + dx))
      const row = Math.min(height - 1, Math.max(0, Math.round(y) + dy))
      const at = 3 * (row * width + column)
      const linear = (c: number): number => LINEAR_OF_BYTE[data[at + c] ?? 0] ?? 0
      sum += luminance(linear(0), linear(1), linear(2)) / 9
    }
  }
  return sum
}
