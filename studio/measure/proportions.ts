import { MEAN_FACE } from './mean-face.ts'

/**
 * Vertices that hold still under every expression: forehead, brow bones, temples, corners of the eyes, bridge and
 * wings of the nose, cheek bones. Lids, lips and jaw move.
 */
export const FIRM = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 109, 67, 103, 54, 21, 162, 127, 234, 9, 8, 168, 6, 197, 195, 5,
  4, 1, 2, 98, 327, 33, 133, 362, 263, 116, 345, 117, 346, 123, 352, 50, 280, 205, 425,
] as const

/** How a finished face is stretched against one of the person's selfies, in any pose of either. */
export interface Stretch {
  /** Width over height against the selfie's: 1 unchanged, .85 squeezed from the sides by 15 %. */
  ratio: number
  /** Residual of the fit, as a share of the face's size: how far the two differ in more than pose. */
  residual: number
}

/**
 * Fits the finished mesh as a linear image of the selfie's in space. A head that only turns, comes nearer or leans gives
 * rows that are equally long and at right angles; a picture that was squeezed gives rows that are not.
 */
export function stretchOf(finished: Float32Array, selfie: Float32Array): Stretch {
  return fitted(centred(finished, 2), centred(selfie, 3))
}

/** ln of how much wider a face is than people's: 0 in the mean. */
export function stretchOfPeople(mesh: Float32Array): number {
  return Math.log(fitted(centred(mesh, 2), Float32Array.from(MEAN_FACE)).ratio)
}

function fitted(target: Float32Array, source: Float32Array): Stretch {
  const [across, down] = [solve(source, target, 0), solve(source, target, 1)]
  let [missed, size] = [0, 0]
  for (let i = 0; i < FIRM.length; i++) {
    const place = [source[3 * i] ?? 0, source[3 * i + 1] ?? 0, source[3 * i + 2] ?? 0] as const
    missed +=
      ((target[2 * i] ?? 0) - dot(across, place)) ** 2 + ((target[2 * i + 1] ?? 0) - dot(down, place)) ** 2
    size += (target[2 * i] ?? 0) ** 2 + (target[2 * i + 1] ?? 0) ** 2
  }
  return {
    ratio: Math.hypot(...across) / (Math.hypot(...down) || 1),
    residual: Math.sqrt(missed / (size || 1)),
  }
}

/** Fits worse than this are of a head turned too far from the other, or of another head. */
const WORST_FIT = 0.06

/**
 * ln of how much wider a finished face is than the person's, the selfies that fit it best counting most; null where none
 * fits.
 */
export function stretchAgainst(
  finished: Float32Array,
  selfies: readonly { mesh: Float32Array }[],
): number | null {
  let [sum, weights] = [0, 0]
  for (const { mesh } of selfies) {
    const { ratio, residual } = stretchOf(finished, mesh)
    if (residual > WORST_FIT) continue
    const weight = 1 / (residual + 0.005) ** 2
    sum += weight * Math.log(ratio)
    weights += weight
  }
  return weights > 0 ? sum / weights : null
}

/** How far the selfies of one person are stretched against one another: ln of the widest or narrowest; null for a single one. */
export function stretchAmong(selfies: readonly { mesh: Float32Array }[]): number | null {
  const known = selfies.flatMap((selfie) => {
    const others = selfies.filter((other) => other !== selfie)
    return stretchAgainst(selfie.mesh, others) ?? []
  })
  return known.length > 0 ? Math.max(...known.map(Math.abs)) : null
}

type Vector = readonly [number, number, number]

function dot(p: Vector, q: Vector): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

/** The firm vertices about their mean, the first so many coordinates of each. */
function centred(mesh: Float32Array, axes: 2 | 3): Float32Array {
  const out = new Float32Array(FIRM.length * axes)
  for (let axis = 0; axis < axes; axis++) {
    const mean = FIRM.reduce((sum, vertex) => sum + (mesh[3 * vertex + axis] ?? 0), 0) / FIRM.length
    FIRM.forEach((vertex, i) => {
      out[axes * i + axis] = (mesh[3 * vertex + axis] ?? 0) - mean
    })
  }
  return out
}

/** The row that takes the source's places to one coordinate of the target's, by least squares. */
function solve(source: Float32Array, target: Float32Array, axis: 0 | 1): Vector {
  const m = new Float64Array(9)
  const v = new Float64Array(3)
  for (let i = 0; i < FIRM.length; i++) {
    for (let p = 0; p < 3; p++) {
      const value = source[3 * i + p] ?? 0
      v[p] = (v[p] ?? 0) + value * (target[2 * i + axis] ?? 0)
      for (let q = 0; q < 3; q++) m[3 * p + q] = (m[3 * p + q] ?? 0) + value * (source[3 * i + q] ?? 0)
    }
  }
  const [a = 0, b = 0, c = 0, , e = 0, f = 0, , , i = 0] = m
  const [x = 0, y = 0, z = 0] = v
  const determinant = a * (e * i - f * f) - b * (b * i - f * c) + c * (b * f - e * c)
  const by = (p: number, q: number, r: number): number => (p * x + q * y + r * z) / (determinant || 1)
  return [
    by(e * i - f * f, c * f - b * i, b * f - c * e),
    by(c * f - b * i, a * i - c * c, b * c - a * f),
    by(b * f - c * e, b * c - a * f, a * e - b * b),
  ]
}
