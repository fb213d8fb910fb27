import { medianOn } from '#studio/planes/rank.ts'
import { FOREHEAD, vertex } from '#studio/person/landmarks.ts'
import { CELL } from './view.ts'
import type { PictureView } from './view.ts'

/** Above the forehead, in face heights: there is hair, on whoever has some. */
const HAIR = { from: 0.08, to: 0.2, step: 0.02, aside: 0.2 }
/** Hair in the shade may be any darker. */
const LIKE_HAIR = { light: 0.9, colour: 0.35 } as const

const SOLID = 128

/**
 * Whether a cell has the colour of the hair above the forehead: locks and braids stick out of every outline.
 * @param brighter ln of how much brighter it may be
 */
export function likeHair(
  { alpha, cells, width, mesh, faceHeight }: PictureView,
  brighter: number = LIKE_HAIR.light,
): (cell: number) => boolean {
  const { x, y } = vertex(mesh, FOREHEAD)
  const picked: number[] = []
  for (let up = HAIR.from; up <= HAIR.to; up += HAIR.step) {
    for (let across = -HAIR.aside; across <= HAIR.aside; across += HAIR.step) {
      const column = Math.round((x + across * faceHeight) / CELL)
      const row = Math.round((y - up * faceHeight) / CELL)
      if ((alpha[row * CELL * width + column * CELL] ?? 0) > SOLID) picked.push(row * cells.width + column)
    }
  }
  const middle = (plane: Float32Array): number => medianOn(plane, picked)
  const hair = { light: middle(cells.light), red: middle(cells.red), blue: middle(cells.blue) }
  return (cell) =>
    (cells.light[cell] ?? 0) - hair.light < brighter &&
    Math.hypot((cells.red[cell] ?? 0) - hair.red, (cells.blue[cell] ?? 0) - hair.blue) < LIKE_HAIR.colour
}
