import { CHIN, eyeLine, vertex } from '#studio/person/landmarks.ts'
import { valueOfRank } from '#studio/kernels/rank.ts'
import { facialSkin } from '#studio/person/skin.ts'
import { CELL } from './view.ts'
import type { PictureView } from './view.ts'

export interface Beside {
  /** Area that belongs to the subject, stands beside the face and does not hang from the head: somebody behind. */
  body: number
  /** Area of the face's colour beside the face, above the chin: hands and arms; null without colour. */
  skin: number | null
}

/** From the face's axis, in face heights: ears end within the first, hair that grows outwards has begun above the eyes. */
const ASIDE = 0.62
/** In face heights: what begins nearer to the chin is shoulder; what begins above the eyes hangs from the head. */
const ABOVE_CHIN = 0.15
const SOLID = 200
/** In ln of luminance and of channel ratios. */
const LIKE_SKIN = { light: 1.3, colour: 0.16 } as const

/** What stands beside the face, in squared face heights. */
export function measureBeside(view: PictureView): Beside {
  return { body: bodyBeside(view), skin: view.isColour ? skinBeside(view) : null }
}

function bodyBeside({ alpha, width, mesh, faceHeight }: PictureView): number {
  const chin = Math.round(vertex(mesh, CHIN).y)
  const { x: axis, y: eyes } = eyeLine(mesh).middle
  let count = 0
  for (let x = 0; x < width; x++) {
    if (Math.abs(x - axis) < ASIDE * faceHeight) continue
    let top = 0
    while (top < chin && (alpha[top * width + x] ?? 0) < SOLID) top++
    if (top < eyes || top > chin - ABOVE_CHIN * faceHeight) continue
    for (let y = top; y < chin; y++) if ((alpha[y * width + x] ?? 0) >= SOLID) count++
  }
  return count / faceHeight ** 2
}

function skinBeside(view: PictureView): number {
  const { cells } = view
  const mesh = view.mesh.map((value) => value / CELL)
  const { width } = cells
  const map = facialSkin(mesh, width, cells.height)
  const face: number[] = []
  map.forEach((value, cell) => {
    if (value > 0.5) face.push(cell)
  })
  const middle = (plane: Float32Array): number =>
    face.length > 0
      ? valueOfRank(
          Float32Array.from(face, (cell) => plane[cell] ?? 0),
          face.length >> 1,
        )
      : 0
  const own = { light: middle(cells.light), red: middle(cells.red), blue: middle(cells.blue) }
  const chin = vertex(mesh, CHIN).y
  const { x: axis } = eyeLine(mesh).middle
  const aside = (ASIDE * view.faceHeight) / CELL
  let count = 0
  for (let y = 0; y < chin; y++) {
    for (let x = 0; x < width; x++) {
      const cell = y * width + x
      if (Math.abs(x - axis) < aside || (view.alpha[y * CELL * view.width + x * CELL] ?? 0) < SOLID) continue
      const off = Math.hypot((cells.red[cell] ?? 0) - own.red, (cells.blue[cell] ?? 0) - own.blue)
      if (off < LIKE_SKIN.colour && Math.abs((cells.light[cell] ?? 0) - own.light) < LIKE_SKIN.light) count++
    }
  }
  return (count * CELL * CELL) / view.faceHeight ** 2
}
