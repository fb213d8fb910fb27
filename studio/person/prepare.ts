import { skinBeside } from '#studio/gate/beside.ts'
import { colourCells } from '#studio/gate/colour-cells.ts'
import { subjectColours } from '#studio/matte/colours.ts'
import type { Guide } from '#studio/matte/laplacian.ts'
import { guideOf, matteOf, matteOfNet } from '#studio/matte/matte.ts'
import { exposure, segmentHeadAndBody, type HeadGeometry } from '#studio/matte/segmentation.ts'
import { skinStatisticsOf } from '#studio/measure/skin-tone.ts'
import { alphaByNet } from '#studio/nets/matting.ts'
import { describeFaceAgain } from '#studio/nets/second-descriptor.ts'
import type { KnownFace, PlacedFace } from '#studio/nets/face.ts'
import type { Plane, Raster } from '#studio/picture/raster.ts'
import { luminanceAt } from '#studio/picture/color.ts'
import { bytesOf } from '#studio/planes/plane.ts'
import { maskCoarsely } from './coarse-mask.ts'
import { chooseFrame, coarser, meshInFrame } from './frame.ts'
import type { Frame } from './frame.ts'
import { measureLight } from './light.ts'
import { CHIN, eyeLine, faceHeight, vertex } from './landmarks.ts'
import { cameraOf, correctionOf } from './perspective.ts'
import type { PreparedSelfie } from './selfie-file.ts'
import { faceOval, facialSkin } from './skin.ts'
import { warp } from './warp.ts'

/** The matte is solved at half size. */
const PERSON_CELL = 2
/** Frame pixels per cell on which hands are sought. */
const BESIDE_CELL = 4

export interface SelfieSource<F extends PlacedFace = PlacedFace> {
  id: string
  raster: Raster
  face: F
  /** As the camera wrote it, for 36x24 mm; null where it did not. */
  focalLength35Mm: number | null
}

/** Where the source has no pixels there is nobody. */
export function clearOutside(alpha: Float32Array, inside: Uint8Array): void {
  for (let i = 0; i < alpha.length; i++) if (!(inside[i] ?? 0)) alpha[i] = 0
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

/** What the hair stood against, as light: whether the selfie was taken against it. */
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

/** A selfie on the frame's pixels, before it is cut out. */
export interface FramedSelfie {
  raster: Raster
  /** 1 where the source has pixels. */
  inside: Uint8Array
  mesh: Float32Array
  head: HeadGeometry
  /** "Person" probability, at half the frame's size. */
  person: Plane
  /** Source pixels per frame pixel. */
  scale: number
}

/**
 * Frames a selfie and finds the person coarsely.
 * @param shrink the same frame on this many times fewer pixels each way, for previews
 */
export async function frameSelfie(
  { raster, face, focalLength35Mm }: SelfieSource,
  shrink = 1,
): Promise<FramedSelfie> {
  const tones = exposure(skinStatisticsOf(raster, face.mesh).luminance)
  const coarse = await maskCoarsely(raster, face.mesh, tones)
  const frame: Frame = coarser(chooseFrame(face.mesh, raster, coarse), shrink)
  const taken = meshInFrame(face.mesh, frame)
  const correction = correctionOf(taken, cameraOf(face, raster, focalLength35Mm))
  const { raster: framed, inside } = await warp(raster, frame, correction)
  const mesh = correction?.moved(taken) ?? taken
  const head = headGeometry(mesh, framed.width, framed.height)
  const person = await segmentHeadAndBody(framed, head, tones, PERSON_CELL)
  return { raster: framed, inside, mesh, head, person, scale: Math.hypot(frame.acrossX, frame.acrossY) }
}

export interface PrepareOptions {
  /** `model.json` of the net that cuts out; null: the matting equation does. */
  mattingNet: string | null
}

/** Alpha of the framed person: the one place where it is decided who cuts out. */
async function cutOut({ raster, inside, head, person }: FramedSelfie, guide: Guide, net: string | null) {
  const alpha =
    net === null
      ? matteOf({ guide, person, head })
      : matteOfNet({ guide, person, head }, await alphaByNet(net, raster))
  clearOutside(alpha.data, inside)
  return alpha
}

/** All that rendering needs to know of a selfie that was cut out. */
export function measureCut(
  { id, face }: SelfieSource,
  { raster, inside, mesh, head, scale }: FramedSelfie,
  { alpha, colours }: { alpha: Plane; colours: Uint8Array },
): Omit<PreparedSelfie, 'descriptor' | 'secondDescriptor' | 'skinBeside'> {
  const { width, height } = raster
  const skinMap = facialSkin(mesh, width, height)
  return {
    id,
    width,
    height,
    pixels: { kind: 'raw', foreground: colours, alpha: bytesOf(alpha.data) },
    mesh,
    yawDeg: face.yawDeg,
    pitchDeg: face.pitchDeg,
    skin: skinStatisticsOf(raster, mesh),
    light: measureLight(raster, mesh, skinMap),
    surroundLuminance: surroundOf(raster, alpha, head, inside),
    sourceScale: scale,
  }
}

/** Frames one accepted selfie, cuts the person out and measures the skin. Deterministic. */
export async function prepareSelfie(
  source: SelfieSource<KnownFace>,
  { mattingNet: net }: PrepareOptions = { mattingNet: null },
): Promise<PreparedSelfie> {
  const { raster, face } = source
  const framed = await frameSelfie(source)
  const { mesh, head } = framed
  const guide = guideOf(framed.raster)
  const alpha = await cutOut(framed, guide, net)
  const colours = subjectColours(guide, alpha, head, head.faceHeight * 0.01)
  const measured = measureCut(source, framed, { alpha, colours })
  const cells = colourCells(colours, alpha, BESIDE_CELL)
  const cover = measured.pixels.alpha
  return {
    ...measured,
    descriptor: face.descriptor,
    secondDescriptor: face.secondDescriptor ?? (await describeFaceAgain(raster, face.mesh)),
    skinBeside: skinBeside({ alpha: cover, width: alpha.width, cells, mesh, faceHeight: head.faceHeight }),
  }
}
