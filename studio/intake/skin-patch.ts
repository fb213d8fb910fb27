import { fastLinear, luminance } from '#studio/picture/color.ts'
import type { Face } from '#studio/nets/face.ts'
import { cutSquare } from '#studio/nets/crop.ts'
import { squareAround } from '#studio/nets/facemesh.ts'
import { FACE_OVAL, fillPolygon, LEFT_EYE, RIGHT_EYE } from '#studio/person/landmarks.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { boxMean } from '#studio/planes/blur.ts'
import { cellsAbove } from '#studio/planes/mask.ts'

export const PATCH_SIDE = 192

/** The face cut upright at 192 x 192 pixels, with the mesh moved along. */
export interface FacePatch {
  /** sRGB, 0..255, interleaved. */
  rgb: Float32Array
  /** Relative luminance, linear, 0..1. */
  luminance: Float32Array
  /** Gamma-coded luminance, 0..255: what the eye sees as detail. */
  luma: Float32Array
  /** Oklab a and b (Ottosson 2020). */
  a: Float32Array
  b: Float32Array
  /** x, y of a mesh vertex in patch pixels. */
  point: (vertex: number) => { x: number; y: number }
}

export function cutPatch(raster: Raster, face: Face): FacePatch {
  const square = squareAround(face.mesh, 1.05)
  const rgb = cutSquare(raster, square, PATCH_SIDE, 1, 0)
  const cos = Math.cos(square.angleRad)
  const sin = Math.sin(square.angleRad)
  const scale = PATCH_SIDE / square.size
  const point = (vertex: number): { x: number; y: number } => {
    const dx = (face.mesh[3 * vertex] ?? 0) - square.centreX
    const dy = (face.mesh[3 * vertex + 1] ?? 0) - square.centreY
    return {
      x: (cos * dx + sin * dy) * scale + PATCH_SIDE / 2,
      y: (cos * dy - sin * dx) * scale + PATCH_SIDE / 2,
    }
  }
  return { rgb, ...planesOf(rgb), point }
}

function planesOf(rgb: Float32Array): Pick<FacePatch, 'luminance' | 'luma' | 'a' | 'b'> {
  const plane = (): Float32Array => new Float32Array(PATCH_SIDE * PATCH_SIDE)
  const planes = { luminance: plane(), luma: plane(), a: plane(), b: plane() }
  for (let i = 0, at = 0; at < rgb.length; i++, at += 3) {
    const [codeR, codeG, codeB] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0]
    const [red, green, blue] = [fastLinear(codeR / 255), fastLinear(codeG / 255), fastLinear(codeB / 255)]
    const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    planes.luma[i] = luminance(codeR, codeG, codeB)
    planes.luminance[i] = luminance(red, green, blue)
    planes.a[i] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
    planes.b[i] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  }
  return planes
}

/** The patch's luma by means of 3x3 pixels, and by those of 5x5 twice. */
export function smoothedLuma({ luma }: FacePatch): { fine: Float32Array; middle: Float32Array } {
  const plane = { width: PATCH_SIDE, height: PATCH_SIDE, data: luma }
  return { fine: boxMean(plane, 1).data, middle: boxMean(boxMean(plane, 2), 2).data }
}

/** Patch pixels whose middles lie inside the polygons through these mesh vertices (even-odd rule), one after the other. */
export function pixelsWithin(patch: FacePatch, ...outlines: (readonly number[])[]): number[] {
  return outlines.flatMap((vertices) => {
    const map = new Float32Array(PATCH_SIDE * PATCH_SIDE)
    const corners = vertices
      .map((index) => patch.point(index))
      .map(({ x, y }) => ({ x: x - 0.5, y: y - 0.5 }))
    fillPolygon(map, PATCH_SIDE, PATCH_SIDE, corners, 1)
    return cellsAbove(map, 0)
  })
}

/** Closed outlines on the FaceMesh topology; "right" and "left" are the subject's. */
export const REGIONS = {
  oval: FACE_OVAL,
  forehead: [109, 10, 338, 337, 336, 9, 107, 108],
  rightCheek: [116, 117, 118, 119, 100, 142, 203, 206, 207, 187, 123],
  leftCheek: [345, 346, 347, 348, 329, 371, 423, 426, 427, 411, 352],
  rightEyeZone: [46, 52, 55, 193, 245, 128, 120, 118, 117, 111, 35, 124],
  leftEyeZone: [276, 282, 285, 417, 465, 357, 349, 347, 346, 340, 265, 353],
  mouth: [61, 40, 37, 0, 267, 270, 291, 321, 314, 17, 84, 91],
  /** From under the eyes to the chin, inside the oval: the area that a mask covers. */
  lowerFace: [
    117, 118, 119, 100, 142, 5, 371, 329, 348, 347, 346, 361, 397, 379, 400, 152, 176, 150, 172, 132,
  ],
  rightEye: RIGHT_EYE,
  leftEye: LEFT_EYE,
  upperLip: [61, 40, 37, 0, 267, 270, 291, 308, 310, 312, 13, 82, 80, 78],
  lowerLip: [61, 78, 88, 87, 14, 317, 318, 308, 291, 321, 314, 17, 84, 91],
  /** Skin about the mouth: beside it, under the nose, above the chin. */
  aroundMouth: [
    206, 203, 97, 2, 326, 423, 426, 434, 430, 422, 424, 418, 421, 200, 201, 194, 204, 202, 210, 214,
  ],
  /** Between the eyes: free under a cap as well as above a mask. */
  noseRoot: [55, 8, 285, 417, 351, 6, 122, 193],
  /** Skin a mask leaves free: forehead and temples. */
  upperFace: [54, 103, 67, 109, 10, 338, 297, 332, 284, 300, 293, 334, 296, 336, 9, 107, 66, 105, 63, 70],
} as const
