import { subjectColours } from '#studio/matte/colours.ts'
import { guideOf, matteOf } from '#studio/matte/matte.ts'
import { exposure, segmentHeadAndBody, type HeadGeometry } from '#studio/matte/segmentation.ts'
import { skinStatisticsOf } from '#studio/measure/skin-tone.ts'
import { cutOutOf, planeOfCutOut, seenByNet } from '#studio/nets/cut-out.ts'
import { findHands, HAND } from '#studio/nets/hands.ts'
import { describeFaceAgain } from '#studio/nets/second-descriptor.ts'
import type { KnownFace } from '#studio/nets/face.ts'
import { boxWithin } from '#studio/picture/box.ts'
import type { Box } from '#studio/picture/box.ts'
import type { Plane, Raster } from '#studio/picture/raster.ts'
import { luminanceAt } from '#studio/picture/color.ts'
import { bytesOf } from '#studio/planes/plane.ts'
import { maskCoarsely } from '#studio/matte/coarse-mask.ts'
import { chooseFrame, meshInFrame } from '#studio/person/frame.ts'
import { measureLight } from '#studio/person/light.ts'
import { CHIN, eyeLine, faceHeight, vertex } from '#studio/person/landmarks.ts'
import { cameraOf, correctionOf } from './perspective.ts'
import type { PreparedSelfie } from './selfie-file.ts'
import { faceOval, facialSkin } from '#studio/person/skin.ts'
import { warp } from './warp.ts'

/** The person is found at half size. */
const PERSON_CELL = 2

export interface SelfieSource {
  id: string
  raster: Raster
  face: KnownFace
  /** As the camera wrote it, for 36x24 mm; null without an entry. */
  focalLength35Mm: number | null
}

function headGeometry(mesh: Float32Array, width: number, height: number): HeadGeometry {
  const eyes = eyeLine(mesh)
  return {
    centreX: eyes.middle.x,
    eyeY: eyes.middle.y,
    chinY: vertex(mesh, CHIN).y,
    faceHeight: faceHeight(mesh),
    face: faceOval(mesh, width, height, 0.94),
  }
}

/** Light of the background behind the hair: shows whether the selfie was taken against the light. */
function surroundOf(raster: Raster, alpha: Plane, head: HeadGeometry, inside: Uint8Array): number {
  let sum = 0
  let count = 0
  const reach = head.faceHeight * 0.75
  const left = Math.max(0, Math.floor(head.centreX - reach))
  const right = Math.min(raster.width, head.centreX + reach)
  for (let y = Math.max(0, Math.floor(head.eyeY - reach)); y < head.eyeY; y += 3) {
    for (let x = left; x < right; x += 3) {
      const i = y * raster.width + x
      if ((alpha.data[i] ?? 0) > 0.02 || !(inside[i] ?? 0)) continue
      sum += luminanceAt(raster.data, 3 * i)
      count++
    }
  }
  return count > 0 ? sum / count : 0.3
}

/** A selfie on the frame's pixels, before it is cut out; survives structured cloning. */
export interface FramedSelfie {
  id: string
  raster: Raster
  /** 1 where the source has pixels. */
  inside: Uint8Array
  mesh: Float32Array
  /** "Person" probability, at half the frame's size. */
  person: Plane
  /** Source pixels per frame pixel. */
  scale: number
  /** See `handsIn`. */
  hands: Box[]
  face: KnownFace & { secondDescriptor: Float32Array }
  /** What the net that cuts out is to see. */
  seen: Uint8Array
}

/** Round every hand in a framed selfie, in its pixels. */
async function handsIn(framed: Raster): Promise<Box[]> {
  const { width, height } = framed
  const whole = { centreX: width / 2, centreY: height / 2, size: Math.max(width, height), angleRad: 0 }
  const hands = await findHands(framed, whole)
  return hands.flatMap(({ box, score }) => {
    const edges = { ...box, right: box.left + box.width, bottom: box.top + box.height }
    return score > HAND.sure ? [boxWithin(edges, HAND.margin * box.width, framed)] : []
  })
}

/** Frames a selfie and finds the person coarsely. */
export async function frameSelfie({
  id,
  raster,
  face,
  focalLength35Mm,
}: SelfieSource): Promise<FramedSelfie> {
  const tones = exposure(skinStatisticsOf(raster, face.mesh).luminance)
  const coarse = await maskCoarsely(raster, face.mesh, tones)
  const frame = chooseFrame(face.mesh, raster, coarse)
  const taken = meshInFrame(face.mesh, frame)
  const correction = correctionOf(taken, cameraOf(face, raster, focalLength35Mm))
  const { raster: framed, inside } = await warp(raster, frame, correction)
  const mesh = correction?.moved(taken) ?? taken
  const head = headGeometry(mesh, framed.width, framed.height)
  return {
    id,
    raster: framed,
    inside,
    mesh,
    person: await segmentHeadAndBody(framed, head, tones, PERSON_CELL),
    scale: Math.hypot(frame.acrossX, frame.acrossY),
    hands: await handsIn(framed),
    face: {
      ...face,
      secondDescriptor: face.secondDescriptor ?? (await describeFaceAgain(raster, face.mesh)),
    },
    seen: await seenByNet(framed),
  }
}

/**
 * Cuts the person of a framed selfie out and measures all that rendering needs. Deterministic.
 * @param cutOut what `cutOutOf` says of `seen`; null: the net of people cuts out alone
 */
export function prepareFramed(framed: Omit<FramedSelfie, 'seen'>, cutOut: Uint8Array | null): PreparedSelfie {
  const { id, raster, inside, mesh, person, scale, hands, face } = framed
  const { width, height } = raster
  const head = headGeometry(mesh, width, height)
  const guide = guideOf(raster)
  const alpha = matteOf({ guide, person, cutOut: cutOut && planeOfCutOut(cutOut), head })
  // Outside the source there is no person.
  for (let i = 0; i < alpha.data.length; i++) if (!(inside[i] ?? 0)) alpha.data[i] = 0
  const colours = subjectColours(guide, alpha, head, head.faceHeight * 0.01)
  const cover = bytesOf(alpha.data)
  return {
    id,
    width,
    height,
    pixels: { kind: 'raw', foreground: colours, alpha: cover },
    mesh,
    yawDeg: face.yawDeg,
    pitchDeg: face.pitchDeg,
    skin: skinStatisticsOf(raster, mesh),
    light: measureLight(raster, mesh, facialSkin(mesh, width, height)),
    surroundLuminance: surroundOf(raster, alpha, head, inside),
    sourceScale: scale,
    descriptor: face.descriptor,
    secondDescriptor: face.secondDescriptor,
    hands,
  }
}

/** Frames one accepted selfie and cuts the person out, all in this process. */
export async function prepareSelfie(source: SelfieSource): Promise<PreparedSelfie> {
  const framed = await frameSelfie(source)
  return prepareFramed(framed, await cutOutOf(framed.seen))
}
