import { CHIN, eyeLine, vertex } from '#studio/person/landmarks.ts'
import { valueOfRank } from '#studio/kernels/rank.ts'
import { facialSkin } from '#studio/person/skin.ts'
import { likeHair } from './hair-colour.ts'
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

function bodyBeside(view: PictureView): number {
  const { alpha, width, mesh, faceHeight } = view
  const chin = Math.round(vertex(mesh, CHIN).y)
  const { x: axis, y: eyes } = eyeLine(mesh).middle
  const isHair = likeHair(view)
  const cellOf = (x: number, y: number): number =>
    Math.floor(y / CELL) * view.cells.width + Math.floor(x / CELL)
  let count = 0
  for (let x = 0; x < width; x++) {
    if (Math.abs(x - axis) < ASIDE * faceHeight) continue
    let top = 0
    while (top < chin && (alpha[top * width + x] ?? 0) < SOLID) top++
    if (top > chin - ABOVE_CHIN * faceHeight) continue
    // What begins above the eyes hangs from the head as far as it is hair.
    for (let y = top; y < chin; y++)
      if ((alpha[y * width + x] ?? 0) >= SOLID && (top >= eyes || !isHair(cellOf(x, y)))) count++
  }
  return count / faceHeight ** 2
}

/** Somebody cut out, and their colours on a coarser grid. */
type Cutout = Pick<PictureView, 'alpha' | 'width' | 'cells' | 'mesh' | 'faceHeight'>

/** Area of the face's colour beside the face, above the chin, in squared face heights: hands on the head, arms. */
export function skinBeside({ alpha, width: across, cells, mesh, faceHeight }: Cutout): number {
  const { width, height, step } = cells
  const small = mesh.map((value) => value / step)
  const map = facialSkin(small, width, height)
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
  const chin = vertex(small, CHIN).y
  const { x: axis } = eyeLine(small).middle
  const aside = (ASIDE * faceHeight) / step
  let count = 0
  for (let y = 0; y < Math.min(chin, height); y++) {
    for (let x = 0; x < width; x++) {
      const cell = y * width + x
      if (Math.abs(x - axis) < aside || (alpha[y * step * across + x * step] ?? 0) < SOLID) continue
      const off = Math.hypot((cells.red[cell] ?? 0) - own.red, (cells.blue[cell] ?? 0) - own.blue)
      if (off < LIKE_SKIN.colour && Math.abs((cells.light[cell] ?? 0) - own.light) < LIKE_SKIN.light) count++
    }
  }
  return (count * step * step) / faceHeight ** 2
}
