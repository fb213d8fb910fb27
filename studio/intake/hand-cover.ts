import type { Face } from '#studio/nets/face.ts'
import { squareAround } from '#studio/nets/facemesh.ts'
import { findHands } from '#studio/nets/hands.ts'
import type { HandBox } from '#studio/nets/hands.ts'
import type { Raster } from '#studio/picture/raster.ts'

/** The searched square, in sizes of the face's mesh: a whole hand at the chin or cheek lies in it. */
const MARGIN = 2.4
/** The face without its outline, in sizes of its mesh from its middle: ears look like fists and hands hang at necks. */
const INNER_FACE = { right: 0.3, bottom: 0.45 } as const
/** Share of the inner face a hand covers: less is beside it, more is the face itself, taken for a fist. */
const COVERED = { least: 0.06, most: 0.8 } as const
/** Area of a hand, of the square of the mesh's size: ears and knots of a tie are smaller. */
const LEAST_AREA = 0.1
/** A place that looks this much like a face, against how much it looks like a hand, is a face. */
const MOST_FACE = 0.3

/** How sure it is that a hand covers part of the face, 0..1. */
export async function handCover(raster: Raster, face: Face): Promise<number> {
  return surestHand(await findHands(raster, squareAround(face.mesh, MARGIN)))
}

/** The best score of the boxes that can be a hand before the face, which fills the middle of the searched square. */
export function surestHand(boxes: readonly HandBox[]): number {
  return boxes.reduce((best, box) => (isBeforeFace(box) ? Math.max(best, box.score) : best), 0)
}

function isBeforeFace(box: HandBox): boolean {
  const fromMiddle = (share: number): number => (share - 0.5) * MARGIN
  const [left, top] = [fromMiddle(box.left), fromMiddle(box.top)]
  const [right, bottom] = [fromMiddle(box.right), fromMiddle(box.bottom)]
  const width = Math.min(right, INNER_FACE.right) - Math.max(left, -INNER_FACE.right)
  const height = Math.min(bottom, INNER_FACE.bottom) - Math.max(top, -INNER_FACE.bottom)
  const covered = (Math.max(0, width) * Math.max(0, height)) / (4 * INNER_FACE.right * INNER_FACE.bottom)
  return (
    (right - left) * (bottom - top) >= LEAST_AREA &&
    covered >= COVERED.least &&
    covered <= COVERED.most &&
    box.faceScore <= MOST_FACE * box.score
  )
}
