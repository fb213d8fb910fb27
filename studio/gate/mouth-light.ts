import { medianOn } from '#studio/kernels/rank.ts'
import { facialSkin } from '#studio/person/skin.ts'
import { fillPolygon, LIPS, outline, scaled } from '#studio/person/landmarks.ts'
import { cellsAbove } from '#studio/planes/mask.ts'
import { CELL } from './view.ts'
import type { PictureView } from './view.ts'

/** The mouth and what is about it, in sizes of the lips. */
const ABOUT = 1.5

/** How much brighter the mouth and what is about it are than the face, ln of luminance: lips and beards are darker. */
export function measureMouthLight({ cells, mesh }: PictureView): number {
  const { width, height, light } = cells
  const small = mesh.map((value) => value / CELL)
  const mouth = new Float32Array(width * height)
  fillPolygon(mouth, width, height, scaled(outline(small, LIPS), ABOUT), 1)
  const skin = facialSkin(small, width, height)
  return medianOn(light, cellsAbove(mouth, 0.5)) - medianOn(light, cellsAbove(skin, 0.5))
}
