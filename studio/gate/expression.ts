import { readPleased } from '#studio/nets/emotion.ts'
import type { Face } from '#studio/nets/face.ts'
import { handCover } from '#studio/intake/hand-cover.ts'
import { lookOf } from '#studio/measure/eyes.ts'
import { mouthAspect, smileOf } from '#studio/measure/mouth.ts'
import type { Raster } from '#studio/picture/raster.ts'

export interface Expression {
  /** Gap between the lips, height over width. */
  mouthAspect: number
  /** Corners of the mouth above the middle of the lips, in widths of both eyes. */
  smile: number
  /** How sure the net is that the face is calm or pleased, 0..1. */
  pleased: number
  /** Where the eyes look, right of the camera positive, degrees. */
  lookDeg: number
  yawDeg: number
  pitchDeg: number
  /** Confidence that a hand covers part of the face, 0..1. */
  handCover: number
}

/** The expression of a face, its gaze, and whether a hand covers it. */
export async function measureExpression(raster: Raster, face: Face): Promise<Expression> {
  const { mesh, yawDeg, pitchDeg } = face
  return {
    mouthAspect: mouthAspect(mesh),
    smile: smileOf(mesh),
    pleased: await readPleased(raster, mesh),
    lookDeg: lookOf(face),
    yawDeg,
    pitchDeg,
    handCover: await handCover(raster, face),
  }
}
