import type { Raster } from '#studio/picture/raster.ts'
import { cutSquare, fromSquare } from './crop.ts'
import type { Square } from './crop.ts'
import { netFile, runNet } from './onnx.ts'

/** A face found by BlazeFace: the longer side of its tight box, turned with the eye line. */
export interface FaceBox extends Square {
  score: number
}

const NET = netFile('blazeface')
const OUTPUTS = ['fineScores', 'fineBoxes', 'coarseScores', 'coarseBoxes'] as const
const SIDE = 256
const MIN_SCORE = 0.35
const MAX_OVERLAP = 0.2
const MAX_FACES = 8

/** Anchor centres of the 256 px "full range" BlazeFace: 2 per cell of 16 px, then 6 per cell of 32 px. */
function anchors(): { x: number; y: number }[] {
  const list: { x: number; y: number }[] = []
  for (const [stride, perCell] of [
    [16, 2],
    [32, 6],
  ] as const) {
    for (let y = stride / 2; y < SIDE; y += stride) {
      for (let x = stride / 2; x < SIDE; x += stride) for (let k = 0; k < perCell; k++) list.push({ x, y })
    }
  }
  return list
}

const ANCHORS = anchors()

/** Faces of the picture, best score first, at most 8. Finds faces from about 4 % of the longer side up. */
export async function findFaceBoxes(raster: Raster): Promise<FaceBox[]> {
  // A square around the whole picture: on a stretched one the boxes of tall pictures come out wrong.
  const square: Square = {
    centreX: raster.width / 2,
    centreY: raster.height / 2,
    size: Math.max(raster.width, raster.height),
    angleRad: 0,
  }
  const cut = cutSquare(raster, square, SIDE, 1 / 127.5, -1)
  const { fineScores, fineBoxes, coarseScores, coarseBoxes } = await runNet(NET, OUTPUTS, cut, [
    1,
    SIDE,
    SIDE,
    3,
  ])
  const found: FaceBox[] = []
  const collect = (scores: Float32Array, boxes: Float32Array, firstAnchor: number): void => {
    for (let i = 0; i < scores.length; i++) {
      const score = 1 / (1 + Math.exp(-(scores[i] ?? -100)))
      const anchor = ANCHORS[firstAnchor + i]
      if (score < MIN_SCORE || !anchor) continue
      found.push(decodeBox(boxes.subarray(i * 16, i * 16 + 16), anchor, square, score))
    }
  }
  collect(fineScores, fineBoxes, 0)
  collect(coarseScores, coarseBoxes, fineScores.length)
  return suppress(found)
}

function decodeBox(
  values: Float32Array,
  anchor: { x: number; y: number },
  square: Square,
  score: number,
): FaceBox {
  const value = (index: number): number => values[index] ?? 0
  const point = (index: number): { x: number; y: number } =>
    fromSquare(square, (anchor.x + value(index)) / SIDE, (anchor.y + value(index + 1)) / SIDE)
  const centre = point(0)
  const rightEye = point(4)
  const leftEye = point(6)
  return {
    centreX: centre.x,
    centreY: centre.y,
    size: (Math.max(value(2), value(3)) / SIDE) * square.size,
    angleRad: Math.atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x),
    score,
  }
}

/** The best of boxes that overlap each other, best score first. */
function suppress(found: FaceBox[]): FaceBox[] {
  const kept: FaceBox[] = []
  for (const box of found.sort((a, b) => b.score - a.score))
    if (kept.length < MAX_FACES && kept.every((better) => overlap(box, better) < MAX_OVERLAP)) kept.push(box)
  return kept
}

/** What two upright squares of these middles and sizes share, as a part of what they cover together. */
function overlap(a: FaceBox, b: FaceBox): number {
  const reach = (a.size + b.size) / 2
  const along = (distance: number) => Math.min(a.size, b.size, Math.max(0, reach - Math.abs(distance)))
  const shared = along(a.centreX - b.centreX) * along(a.centreY - b.centreY)
  return shared / (a.size ** 2 + b.size ** 2 - shared)
}
