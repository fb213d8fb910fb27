import { cutSquare } from '#studio/nets/crop.ts'
import type { Square } from '#studio/nets/crop.ts'
import { squareAround } from '#studio/nets/facemesh.ts'
import type { Raster } from '#studio/picture/raster.ts'

const SIDE = 32
const KEPT = 8

/** DCT-II basis: the lowest 9 frequencies over 32 samples. */
const BASIS = Array.from({ length: KEPT + 1 }, (_, frequency) =>
  Float32Array.from({ length: SIDE }, (_value, i) =>
    Math.cos((Math.PI * frequency * (2 * i + 1)) / (2 * SIDE)),
  ),
)

/**
 * 64-bit DCT hash (Zauner 2010) of one square of the picture: the signs of 8x8 low frequencies, without the constant row
 * and column, against their median. Taken around the face, so that borders and crops of one photograph agree.
 */
export function hashSquare(raster: Raster, square: Square): bigint {
  const cut = cutSquare(raster, square, SIDE, 1, 0)
  const grey = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
    return 0.299 * (cut[3 * i] ?? 0) + 0.587 * (cut[3 * i + 1] ?? 0) + 0.114 * (cut[3 * i + 2] ?? 0)
  })
  const rows = BASIS.map((basis) =>
    Float32Array.from({ length: SIDE }, (_, x) =>
      basis.reduce((sum, weight, y) => sum + weight * (grey[y * SIDE + x] ?? 0), 0),
    ),
  )
  const values: number[] = []
  for (let v = 1; v <= KEPT; v++) {
    for (let u = 1; u <= KEPT; u++) {
      values.push(BASIS[u]?.reduce((sum, weight, x) => sum + weight * (rows[v]?.[x] ?? 0), 0) ?? 0)
    }
  }
  const middle = [...values].sort((a, b) => a - b)[values.length / 2] ?? 0
  return values.reduce((hash, value) => (hash << 1n) | (value > middle ? 1n : 0n), 0n)
}

/** The upright face with its hair and what is beside it, in sizes of its mesh. */
const FACE_MARGIN = 1.6

export const faceSquare = (mesh: Float32Array): Square => squareAround(mesh, FACE_MARGIN)

/** The square over the whole picture, for pictures without a face. */
export function wholeSquare(raster: Raster): Square {
  const size = Math.max(raster.width, raster.height)
  return { centreX: raster.width / 2, centreY: raster.height / 2, size, angleRad: 0 }
}

/** Bits of the frequencies across that a mirrored picture has with the opposite sign: the odd ones. */
const ODD_ACROSS = 0xaaaaaaaaaaaaaaaan

/** The hash of the picture's mirror image, left to right, but for bits whose value is near the median. */
export const mirroredHash = (hash: bigint): bigint => hash ^ ODD_ACROSS

/** How many of 64 bits differ. */
export function hashDistance(a: bigint, b: bigint): number {
  let bits = 0
  for (let rest = a ^ b; rest > 0n; rest &= rest - 1n) bits++
  return bits
}
