import { estimateForeground } from '#studio/matte/foreground.ts'
import { blur } from '#studio/matte/filters.ts'
import { guideOf, matteOf } from '#studio/matte/matte.ts'
import { exposedCopy, segmentHeadAndBody, type HeadGeometry } from '#studio/matte/segmentation.ts'
import type { Guide } from '#studio/matte/laplacian.ts'
import { segmentPerson } from '#studio/nets/segment.ts'
import type { Face } from '#studio/face.ts'
import type { Plane, Raster } from '#studio/raster.ts'
import { LINEAR_OF_BYTE, luminance } from '#studio/color.ts'
import { chooseFrame, meshInFrame, warp } from './frame.ts'
import type { CoarseMask, Frame } from './frame.ts'
import { CHIN, eyeLine, faceHeight, vertex } from './landmarks.ts'
import { faceOval, facialSkin, measureSkin } from './skin.ts'
import type { SkinStatistics } from './skin.ts'

/** A selfie framed, cut out and measured: all that rendering needs of it. */
export interface PreparedSelfie {
  id: string
  width: number
  height: number
  /** The person's own colours, also behind soft edges; interleaved sRGB. */
  foreground: Uint8Array
  /** 0..255. */
  alpha: Uint8Array
  /** FaceMesh in the frame's pixels. */
  mesh: Float32Array
  descriptor: Float32Array
  yawDeg: number
  pitchDeg: number
  skin: SkinStatistics
  /** Mean linear luminance of what lay just behind the hair, 0..1. */
  surroundLuminance: number
  /** Source pixels per frame pixel: below 1 the source was enlarged. */
  sourceScale: number
}

export interface SelfieSource {
  id: string
  raster: Raster
  face: Face
}

function cropAround(raster: Raster, face: Face): { raster: Raster; x: number; y: number } {
  const tall = faceHeight(face.mesh)
  const { middle } = eyeLine(face.mesh)
  const x = Math.max(0, Math.floor(middle.x - tall * 2.1))
  const y = Math.max(0, Math.floor(middle.y - tall * 1.7))
  const right = Math.min(raster.width, Math.ceil(middle.x + tall * 2.1))
  const bottom = Math.min(raster.height, Math.ceil(middle.y + tall * 2.9))
  const width = right - x
  const height = bottom - y
  const data = new Uint8Array(width * height * 3)
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * raster.width + x) * 3
    data.set(raster.data.subarray(from, from + width * 3), row * width * 3)
  }
  return { raster: { width, height, data }, x, y }
}

function probability(logit: Plane): Plane {
  return { ...logit, data: logit.data.map((value) => 1 / (1 + Math.exp(-value))) }
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

/**
 * Colours of the cut-out: the estimate where alpha is soft, drawn towards the near sure subject where
 * it is nearly transparent, because there the estimate still carries the old background.
 */
function subjectColours(guide: Guide, alpha: Plane, estimate: Float32Array, reach: number): Uint8Array {
  const { width, height } = guide
  const size = width * height
  const sure = new Float32Array(size)
  for (let i = 0; i < size; i++) sure[i] = (alpha.data[i] ?? 0) > 0.95 ? 1 : 0
  const weight = blur({ width, height, data: sure }, reach).data
  const out = new Uint8Array(size * 3)
  guide.planes.forEach((plane, c) => {
    const product = new Float32Array(size)
    for (let i = 0; i < size; i++) product[i] = (plane[i] ?? 0) * (sure[i] ?? 0)
    const near = blur({ width, height, data: product }, reach).data
    for (let i = 0; i < size; i++) {
      const a = alpha.data[i] ?? 0
      let value = estimate[i * 3 + c] ?? 0
      if (a >= 0.985) value = plane[i] ?? 0
      else if ((weight[i] ?? 0) > 0.004) {
        const pull = Math.min(1, (1 - a) * 1.25 + 0.05)
        value += ((near[i] ?? 0) / (weight[i] ?? 0) - value) * pull
      }
      out[i * 3 + c] = Math.max(0, Math.min(255, value * 255 + 0.5))
    }
  })
  return out
}

/** What the hair stood against, as light: decides which backdrops flatter the old edges. */
function surroundOf(raster: Raster, alpha: Plane, head: HeadGeometry, inside: Uint8Array): number {
  let sum = 0
  let count = 0
  const reach = head.faceHeight * 0.75
  for (let y = Math.max(0, Math.floor(head.eyeY - reach)); y < head.eyeY; y += 3) {
    for (
      let x = Math.max(0, Math.floor(head.centreX - reach));
      x < Math.min(raster.width, head.centreX + reach);
      x += 3
    ) {
      const i = y * raster.width + x
      if ((alpha.data[i] ?? 0) > 0.02 || !(inside[i] ?? 0)) continue
      sum += luminance(
        LINEAR_OF_BYTE[raster.data[i * 3] ?? 0] ?? 0,
        LINEAR_OF_BYTE[raster.data[i * 3 + 1] ?? 0] ?? 0,
        LINEAR_OF_BYTE[raster.data[i * 3 + 2] ?? 0] ?? 0,
      )
      count++
    }
  }
  return count > 0 ? sum / count : 0.3
}

/** Frames one accepted selfie, cuts the person out and measures the skin. Deterministic. */
export async function prepareSelfie({ id, raster, face }: SelfieSource): Promise<PreparedSelfie> {
  const skinMedian = measureSkin(raster, facialSkin(face.mesh, raster.width, raster.height)).luminance
  const area = cropAround(raster, face)
  const coarse: CoarseMask = {
    plane: probability(await segmentPerson(exposedCopy(area.raster, skinMedian))),
    x: area.x,
    y: area.y,
  }
  const frame: Frame = chooseFrame(face.mesh, raster, coarse)
  const { raster: framed, inside } = await warp(raster, frame)
  const mesh = meshInFrame(face.mesh, frame)
  const head = headGeometry(mesh, framed.width, framed.height)
  const person = await segmentHeadAndBody(exposedCopy(framed, skinMedian), head)
  const guide = guideOf(framed)
  const alpha = matteOf(guide, person, head)
  for (let i = 0; i < inside.length; i++) if (!(inside[i] ?? 0)) alpha.data[i] = 0
  const { foreground } = estimateForeground(guide, alpha.data)
  const colours = subjectColours(guide, alpha, foreground, head.faceHeight * 0.03)
  return {
    id,
    width: framed.width,
    height: framed.height,
    foreground: colours,
    alpha: Uint8Array.from(alpha.data, (value) => Math.round(value * 255)),
    mesh,
    descriptor: face.descriptor,
    yawDeg: face.yawDeg,
    pitchDeg: face.pitchDeg,
    skin: measureSkin(framed, facialSkin(mesh, framed.width, framed.height)),
    surroundLuminance: surroundOf(framed, alpha, head, inside),
    sourceScale: Math.hypot(frame.acrossX, frame.acrossY),
  }
}
