import { medianOn, quantile, valuesOn } from '#studio/planes/rank.ts'
import { skinCells } from '#studio/person/skin.ts'
import { fillPolygon, LIPS, outline } from '#studio/person/landmarks.ts'
import { cellsAbove } from '#studio/planes/mask.ts'
import { CELL } from './view.ts'
import type { PictureView } from './view.ts'

/** Teeth, and the dark gap between open lips, may fill the rest of the mouth. */
const LIPS_FROM = 0.75

/** How much redder the lips are than the face, ln of red over green: below the limit the mouth counts as covered. */
export function measureMouthRed({ cells, mesh }: PictureView): number {
  const { width, height, red } = cells
  const small = mesh.map((value) => value / CELL)
  const mouth = new Float32Array(width * height)
  fillPolygon(mouth, width, height, outline(small, LIPS), 1)
  return quantile(valuesOn(red, cellsAbove(mouth, 0.5)), LIPS_FROM) - medianOn(red, skinCells(small, cells))
}
