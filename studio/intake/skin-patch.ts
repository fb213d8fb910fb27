import { LINEAR_OF_BYTE } from '#studio/picture/color.ts'
import type { Face } from '#studio/nets/face.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import { cutSquare } from '#studio/nets/crop.ts'
import { squareAround } from '#studio/nets/facemesh.ts'
import type { Raster } from '#studio/picture/raster.ts'

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

/** Light by code value, the last once more: patches hold what lies between two values. */
const LINEAR = Float32Array.of(...LINEAR_OF_BYTE, 1)

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
  const count = PATCH_SIDE * PATCH_SIDE
  return withRoom((room) => {
    const [luminance, luma, a, b] = [
      room.floats(count),
      room.floats(count),
      room.floats(count),
      room.floats(count),
    ]
    kernels.planesOfPatch(room.put(rgb), count, room.put(LINEAR), luminance, luma, a, b)
    return {
      luminance: room.takeFloats(luminance, count),
      luma: room.takeFloats(luma, count),
      a: room.takeFloats(a, count),
      b: room.takeFloats(b, count),
    }
  })
}

/** The patch's luma by means of 3x3 pixels, and by those of 5x5 twice. */
export function smoothedLuma({ luma }: FacePatch): { fine: Float32Array; middle: Float32Array } {
  const count = luma.length
  return withRoom((room) => {
    const [source, fine, once, twice] = [
      room.put(luma),
      room.floats(count),
      room.floats(count),
      room.floats(count),
    ]
    const line = room.floats(PATCH_SIDE + 8)
    kernels.edgedMean(source, PATCH_SIDE, PATCH_SIDE, 1, line, fine)
    kernels.edgedMean(source, PATCH_SIDE, PATCH_SIDE, 2, line, once)
    kernels.edgedMean(once, PATCH_SIDE, PATCH_SIDE, 2, line, twice)
    return { fine: room.takeFloats(fine, count), middle: room.takeFloats(twice, count) }
  })
}

/** Patch pixels inside the polygon through these mesh vertices (even-odd rule). */
export function pixelsWithin(patch: FacePatch, vertices: readonly number[]): number[] {
  const corners = vertices.map((vertex) => patch.point(vertex))
  const pixels: number[] = []
  for (let y = 0; y < PATCH_SIDE; y++) {
    const crossings: number[] = []
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % corners.length] ?? a
      if (a.y > y + 0.5 === b.y > y + 0.5) return
      crossings.push(a.x + ((y + 0.5 - a.y) * (b.x - a.x)) / (b.y - a.y))
    })
    crossings.sort((a, b) => a - b)
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const end = Math.min(PATCH_SIDE - 0.5, crossings[k + 1] ?? 0)
      for (let x = Math.max(0, Math.ceil((crossings[k] ?? 0) - 0.5)); x + 0.5 <= end; x++) {
        pixels.push(y * PATCH_SIDE + x)
      }
    }
  }
  return pixels
}

/** Closed outlines on the FaceMesh topology; "right" and "left" are the subject's. */
export const REGIONS = {
  oval: [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176,
    149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
  ],
  forehead: [109, 10, 338, 337, 336, 9, 107, 108],
  rightCheek: [116, 117, 118, 119, 100, 142, 203, 206, 207, 187, 123],
  leftCheek: [345, 346, 347, 348, 329, 371, 423, 426, 427, 411, 352],
  rightEyeZone: [46, 52, 55, 193, 245, 128, 120, 118, 117, 111, 35, 124],
  leftEyeZone: [276, 282, 285, 417, 465, 357, 349, 347, 346, 340, 265, 353],
  mouth: [61, 40, 37, 0, 267, 270, 291, 321, 314, 17, 84, 91],
  /** From under the eyes to the chin, inside the oval: what a mask covers. */
  lowerFace: [
    117, 118, 119, 100, 142, 5, 371, 329, 348, 347, 346, 361, 397, 379, 400, 152, 176, 150, 172, 132,
  ],
  rightEye: [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246],
  leftEye: [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466],
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
