import type { Face } from '#studio/nets/face.ts'
import { boxAround, squareAround } from '#studio/nets/facemesh.ts'
import { findHands } from '#studio/nets/hands.ts'
import type { Hand } from '#studio/nets/hands.ts'
import type { Raster } from '#studio/picture/raster.ts'

/** The searched square, in sizes of the face's mesh: a whole hand at the chin or cheek lies in it. */
const MARGIN = 2.4
/** Share of the face's box that a hand's box must take: a smaller share lies beside the face. */
const COVERED = 0.04

/** Confidence that a hand covers part of the face, 0..1. */
export async function handCover(raster: Raster, face: Face): Promise<number> {
  return surestHand(await findHands(raster, squareAround(face.mesh, MARGIN)), boxAround(face.mesh))
}

/** The best score of the hands that reach into the face's box. */
export function surestHand(hands: readonly Hand[], face: Face['box']): number {
  return Math.max(0, ...hands.filter((hand) => coverOf(face, hand) >= COVERED).map(({ score }) => score))
}

function coverOf(face: Face['box'], { box }: Hand): number {
  const width = Math.min(face.x + face.width, box.left + box.width) - Math.max(face.x, box.left)
  const height = Math.min(face.y + face.height, box.top + box.height) - Math.max(face.y, box.top)
  return (Math.max(0, width) * Math.max(0, height)) / (face.width * face.height)
}
