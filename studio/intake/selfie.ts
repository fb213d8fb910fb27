import sharp from 'sharp'
import { sha256Of } from '#studio/export/encode.ts'
import type { Face, KnownFace } from '#studio/nets/face.ts'
import { detectFaces } from '#studio/nets/detect.ts'
import { readNudity } from '#studio/nets/nudity.ts'
import { describeFace } from '#studio/nets/descriptor.ts'
import { describeFaceAgain } from '#studio/nets/second-descriptor.ts'
import { facePrintOf } from '#studio/measure/face-print.ts'
import { skinStatisticsOf } from '#studio/measure/skin-tone.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { checkMeasures, isNude } from './checks.ts'
import { decodeSelfie } from './decode.ts'
import { measureFace } from './measure.ts'
import { faceSquare, hashSquare, wholeSquare } from './perceptual-hash.ts'
import type { RejectReason } from './reasons.ts'
import { refusedReading } from './reading.ts'
import type { QuarterTurns, SelfieReading } from './reading.ts'
import { FACE_SCORE } from './thresholds.ts'

/** The part of a reading that preparing needs, also of readings made by earlier versions. */
export interface KnownSelfie extends Pick<
  SelfieReading,
  'width' | 'height' | 'quarterTurns' | 'warnings' | 'focalLength35Mm'
> {
  face: KnownFace | null
}

/** A picture upright with its faces, largest first. */
interface OpenSelfie {
  raster: Raster
  quarterTurns: QuarterTurns
  faces: Face[]
  focalLength35Mm: number | null
}

const OTHER_TURNS = [1, 3, 2] as const

/**
 * Decodes and finds faces; turns a picture that lies on its side, or stands on its head, without saying so. A face on its
 * head often looks like an upright one of less certainty: an unsure one is compared with the other positions, and gives
 * way to a sure one alone. Never throws on bad bytes.
 */
export async function openSelfie(bytes: Uint8Array): Promise<OpenSelfie | { reason: RejectReason }> {
  const decoded = await decodeSelfie(bytes)
  if (!decoded.raster) return { reason: decoded.reason }
  const { raster, focalLength35Mm } = decoded
  const asIs: OpenSelfie = { raster, quarterTurns: 0, faces: await detectFaces(raster), focalLength35Mm }
  const scoreAsIs = uprightScore(asIs.faces)
  if (scoreAsIs >= FACE_SCORE.sure) return asIs
  let best = asIs
  let bestScore: number = scoreAsIs > 0 ? FACE_SCORE.sure : FACE_SCORE.person
  for (const quarterTurns of OTHER_TURNS) {
    const turned = await turnQuarter(raster, quarterTurns)
    const faces = await detectFaces(turned)
    const score = uprightScore(faces)
    if (score < bestScore) continue
    best = { ...asIs, raster: turned, quarterTurns, faces }
    bestScore = score
    if (score >= FACE_SCORE.sure) break
  }
  return best
}

/** How sure the detector is of the largest face; 0 where it is not upright, or there is none. */
function uprightScore([face]: readonly Face[]): number {
  return face !== undefined && Math.abs(face.rollDeg) <= 45 ? face.score : 0
}

/** Reads any bytes; faults come back as reasons. */
export async function readSelfie(bytes: Uint8Array): Promise<SelfieReading> {
  return (await readAndKeep(bytes)).reading
}

/** Reads any bytes, keeping the picture for preparation; null where it could not be decoded. */
export async function readAndKeep(
  bytes: Uint8Array,
): Promise<{ reading: SelfieReading; raster: Raster | null }> {
  const contentHash = sha256Of(bytes)
  const opened = await openSelfie(bytes)
  if ('reason' in opened) return { reading: refusedReading(opened.reason, contentHash), raster: null }
  const { raster, quarterTurns, faces, focalLength35Mm } = opened
  const { width, height } = raster
  const nudity = await readNudity(raster)
  const withoutFace = (): { reading: SelfieReading; raster: Raster } => {
    const hash = hashSquare(raster, wholeSquare(raster))
    const blank = refusedReading('no_face', contentHash)
    const measures = { ...blank.measures, nudity }
    const reasons: RejectReason[] = isNude(measures) ? ['no_face', 'nudity'] : ['no_face']
    return { reading: { ...blank, width, height, hash, measures, reasons }, raster }
  }
  const face = faces[0]
  if (!face) return withoutFace()
  const measures = await measureFace(raster, face, faces, nudity)
  const { reasons, warnings } = checkMeasures(measures)
  // The detector may take an animal's muzzle for a face that looks aside: then the picture has no face.
  if (reasons.length > 0 && face.score < FACE_SCORE.reject) return withoutFace()
  const { lab, luminance } = skinStatisticsOf(raster, face.mesh)
  const { descriptor, ageYears } = await describeFace(raster, face.mesh)
  const reading: SelfieReading = {
    width,
    height,
    quarterTurns,
    face: { ...face, descriptor, secondDescriptor: await describeFaceAgain(raster, face.mesh) },
    reasons,
    warnings,
    measures,
    hash: hashSquare(raster, faceSquare(face.mesh)),
    facePrint: facePrintOf(raster, face.mesh),
    contentHash,
    descriptor,
    ageYears,
    skin: { lab, luminance },
    focalLength35Mm,
  }
  return { reading, raster }
}

/** A picture with the facts about it that preparing needs. */
interface FoundFace extends Pick<KnownSelfie, 'warnings' | 'focalLength35Mm'> {
  raster: Raster
  face: KnownFace
}

/**
 * The upright picture and the face to prepare from it; null without one. Reuses the face that an earlier reading of
 * the same picture found.
 */
export async function findFace(bytes: Uint8Array, known: KnownSelfie | null): Promise<FoundFace | null> {
  if (known?.face) {
    const raster = await upright(bytes, known.quarterTurns)
    if (raster?.width === known.width && raster.height === known.height)
      return { raster, face: known.face, warnings: known.warnings, focalLength35Mm: known.focalLength35Mm }
  }
  const { reading, raster } = await readAndKeep(bytes)
  const { face, warnings, focalLength35Mm } = reading
  return raster && face && { raster, face, warnings, focalLength35Mm }
}

async function upright(bytes: Uint8Array, quarterTurns: QuarterTurns): Promise<Raster | null> {
  const { raster } = await decodeSelfie(bytes)
  return raster && quarterTurns !== 0 ? turnQuarter(raster, quarterTurns) : raster
}

/** Turns the picture clockwise by 90 degrees, `quarters` times. */
async function turnQuarter({ width, height, data }: Raster, quarters: 1 | 2 | 3): Promise<Raster> {
  const turned = await sharp(data, { raw: { width, height, channels: 3 } })
    .rotate(90 * quarters)
    .raw()
    .toBuffer()
  return quarters === 2 ? { width, height, data: turned } : { width: height, height: width, data: turned }
}
