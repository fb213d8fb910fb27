import type { Face } from '#studio/nets/face.ts'
import { handCover } from '#studio/intake/hand-cover.ts'
import { lookOf } from '#studio/measure/eyes.ts'
import { mouthAspect, smileOf } from '#studio/measure/mouth.ts'
import type { Raster } from '#studio/picture/raster.ts'
import type { AppealMeasures } from './appeal.ts'

export type Expression = Pick<
  AppealMeasures,
  'mouthAspect' | 'smile' | 'lookDeg' | 'yawDeg' | 'pitchDeg' | 'handCover'
>

/** What the face of a picture does, where it looks and whether a hand is before it. */
export async function measureExpression(raster: Raster, face: Face): Promise<Expression> {
  const { mesh, yawDeg, pitchDeg } = face
  return {
    mouthAspect: mouthAspect(mesh),
    smile: smileOf(mesh),
    lookDeg: lookOf(face),
    yawDeg,
    pitchDeg,
    handCover: await handCover(raster, face),
  }
}
