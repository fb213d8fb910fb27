import { CHIN, eyeLine, FOREHEAD, vertex } from '#studio/person/landmarks.ts'
import { medianOn } from '#studio/planes/rank.ts'
import { faceOval, skinCells } from '#studio/person/skin.ts'
import { connectedTo } from '#studio/planes/parts.ts'
import { likeHair } from './hair-colour.ts'
import { solidCells } from './view.ts'
import type { PictureView } from './view.ts'

export interface Beside {
  /** Area beside the face that is neither hair of the head nor skin that hangs together with the face: somebody behind. */
  body: number
  /** Area of the face's colour beside the face, above the chin: hands and arms; null without colour. */
  skin: number | null
}

/** From the face's axis, in face heights: ears end within the first, hair that grows outwards has begun above the eyes. */
const ASIDE = 0.62
/** In face heights: what begins nearer to the chin is shoulder. */
const ABOVE_CHIN = 0.15
const SOLID = 200
/** In ln of luminance and of channel ratios. */
const LIKE_SKIN = { light: 1.3, colour: 0.16 } as const
/** ln of luminance under which nothing has a colour: hair in its own shade. */
const SHADE = Math.log(0.03)

/** In face heights, and the face with its beard in sizes of its oval. */
const OVER_FOREHEAD = 0.08
const BEARD = 1.1
/** ln of how much brighter than above the forehead hair may be. */
const BRIGHTER = 1.8

/** What stands beside the face, in squared face heights. */
export function measureBeside(view: PictureView): Beside {
  return { body: bodyBeside(view), skin: view.isColour ? skinBeside(view) : null }
}

function bodyBeside(view: PictureView): number {
  const { cells, mesh, faceHeight } = view
  const { width, height, step } = cells
  const chin = Math.min(height, Math.round(vertex(mesh, CHIN).y / step))
  const shoulder = chin - (ABOVE_CHIN * faceHeight) / step
  const solid = solidCells(view, SOLID)
  const own = headOf(view, solid)
  let count = 0
  for (const x of columnsAside(view)) {
    let top = 0
    while (top < chin && !solid[top * width + x]) top++
    if (top > shoulder) continue
    for (let cell = top * width + x; cell < chin * width; cell += width)
      if (solid[cell] && !own[cell]) count++
  }
  return (count * step * step) / faceHeight ** 2
}

/** 1 on hands that touch the face, and on hair that hangs from above the forehead, over hands too. */
function headOf(view: PictureView, solid: Uint8Array): Uint8Array {
  const { cells, mesh, faceHeight } = view
  const { width, height, light, step } = cells
  const small = mesh.map((value) => value / step)
  const [face, beard] = [faceOval(small, width, height), faceOval(small, width, height, BEARD)]
  const isSkin = view.isColour ? likeSkin(view) : () => false
  const skin = connectedTo(
    solid.map((is, cell) => ((face[cell] ?? 0) > 0 || (is && isSkin(cell)) ? 1 : 0)),
    face,
    width,
  )
  const isHair = likeHair(view, BRIGHTER)
  const above = vertex(small, FOREHEAD).y - (OVER_FOREHEAD * faceHeight) / step
  const chin = vertex(small, CHIN).y
  const own = new Uint8Array(solid.length)
  solid.forEach((is, cell) => {
    const row = Math.floor(cell / width)
    // By way of a beard a jacket would hang from the head.
    if (!is || row > chin || (beard[cell] ?? 0) > 0) return
    const mayHang = isHair(cell) || (light[cell] ?? 0) < SHADE
    if (row < above) own[cell] = mayHang ? 1 : 0
    else if (mayHang || (skin[cell] ?? 0)) own[cell] = isBelow(own, cell, width) ? 1 : 0
  })
  return own.map((is, cell) => is | (skin[cell] ?? 0))
}

/** Whether the cell hangs from one of the three above it: hair falls, and outwards no flatter than one by one. */
function isBelow(own: Uint8Array, cell: number, width: number): boolean {
  const [left, right] = [cell % width > 0 ? 1 : 0, cell % width < width - 1 ? 1 : 0]
  return own.subarray(cell - width - left, cell - width + right + 1).includes(1)
}

/** Somebody cut out, and their colours on a coarser grid. */
type Cutout = Pick<PictureView, 'alpha' | 'width' | 'cells' | 'mesh' | 'faceHeight'>

/** Columns of cells that do not cross the face. */
function columnsAside({ cells: { width, step }, mesh, faceHeight }: Cutout): number[] {
  const axis = eyeLine(mesh).middle.x / step
  const aside = (ASIDE * faceHeight) / step
  return Array.from({ length: width }, (_, x) => x).filter((x) => Math.abs(x - axis) >= aside)
}

/** Whether a cell has the colour of the face. */
function likeSkin({ cells, mesh }: Cutout): (cell: number) => boolean {
  const { step, light, red, blue } = cells
  const small = mesh.map((value) => value / step)
  const face = skinCells(small, cells)
  const own = { light: medianOn(light, face), red: medianOn(red, face), blue: medianOn(blue, face) }
  return (cell) =>
    Math.hypot((red[cell] ?? 0) - own.red, (blue[cell] ?? 0) - own.blue) < LIKE_SKIN.colour &&
    Math.abs((light[cell] ?? 0) - own.light) < LIKE_SKIN.light
}

/** Area of the face's colour beside the face, above the chin, in squared face heights: hands on the head, arms. */
export function skinBeside(cutout: Cutout): number {
  const { cells, mesh, faceHeight } = cutout
  const { width, height, step } = cells
  const [solid, isSkin] = [solidCells(cutout, SOLID), likeSkin(cutout)]
  const chin = Math.min(height, Math.ceil(vertex(mesh, CHIN).y / step))
  let count = 0
  for (const x of columnsAside(cutout))
    for (let cell = x; cell < chin * width; cell += width) if (solid[cell] && isSkin(cell)) count++
  return (count * step * step) / faceHeight ** 2
}
