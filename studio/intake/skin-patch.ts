import type { Face } from '#studio/face.ts'
import { cutSquare } from '#studio/nets/crop.ts'
import { squareAround } from '#studio/nets/facemesh.ts'
import type { Raster } from '#studio/raster.ts'

export const PATCH_SIDE = 192

/** The face cut upright at 192 x 192 pixels, with the mesh moved along. */
export interface FacePatch {
  /** sRGB, 0..255, interleaved. */
  rgb: Float32Array
  /** Relative luminance, linear, 0..1. */
  luminance: Float32Array
  /** Gamma-coded luminance, 0..255: what the eye sees as detail. */
  luma: Float32Array
  /** x, y of a mesh vertex in patch pixels. */
  point: (vertex: number) => { x: number; y: number }
}

const LINEAR = Float32Array.from({ length: 256 }, (_, value) => toLinear(value / 255))

/** sRGB transfer function, IEC 61966-2-1. */
export function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

export function cutPatch(raster: Raster, face: Face): FacePatch {
  const square = squareAround(face.mesh, 1.05)
  const rgb = cutSquare(raster, square, PATCH_SIDE, 1, 0)
  const luminance = new Float32Array(PATCH_SIDE * PATCH_SIDE)
  const luma = new Float32Array(PATCH_SIDE * PATCH_SIDE)
  for (let i = 0; i < luma.length; i++) {
    const r = rgb[3 * i] ?? 0
    const g = rgb[3 * i + 1] ?? 0
    const b = rgb[3 * i + 2] ?? 0
    luma[i] = 0.2126 * r + 0.7152 * g + 0.0722 * b
    luminance[i] = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
  }
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
  return { rgb, luminance, luma, point }
}

function linear(value: number): number {
  return LINEAR[Math.round(value)] ?? 0
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
  /** Skin a mask leaves free: forehead and temples. */
  upperFace: [54, 103, 67, 109, 10, 338, 297, 332, 284, 300, 293, 334, 296, 336, 9, 107, 66, 105, 63, 70],
} as const
