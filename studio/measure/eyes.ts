import { between } from '#studio/person/landmarks.ts'

/** Of each eye both corners and two pairs of places opposite each other on the lids, as the eye aspect ratio takes them. */
const EYES = [
  [33, 133, 160, 144, 158, 153],
  [362, 263, 385, 380, 387, 373],
] as const

/** Eye aspect ratio (Soukupova and Cech 2016), mean of both eyes; the mesh may be in any pixels. */
export function eyeAspect(mesh: Float32Array): number {
  const [right = 0, left = 0] = eyeAspects(mesh)
  return (right + left) / 2
}

/** The narrower eye's aspect over the wider one's: 1 for eyes equally open, little for a wink; 1 without a mesh. */
export function eyeBalance(mesh: Float32Array): number {
  const aspects = eyeAspects(mesh)
  const widest = Math.max(...aspects)
  return widest > 0 ? Math.min(...aspects) / widest : 1
}

function eyeAspects(mesh: Float32Array): number[] {
  return EYES.map(([from, to, upper, lower, otherUpper, otherLower]) => {
    const open = between(mesh, upper, lower) + between(mesh, otherUpper, otherLower)
    return open / (2 * between(mesh, from, to) || 1)
  })
}

/** Corners of each eye from left to right on screen, and the middle of its iris. */
const IRISES = [
  { corners: [33, 133], iris: 468 },
  { corners: [362, 263], iris: 473 },
] as const

/**
 * How far the irises stand from the middle of the eyes, in widths of an eye, right on screen positive, mean of both; 0
 * without irises.
 */
export function gazeOf(mesh: Float32Array): number {
  const at = (vertex: number, axis: 0 | 1): number => mesh[3 * vertex + axis] ?? 0
  const shifts = IRISES.map(({ corners: [from, to], iris }) => {
    if (mesh.length <= 3 * iris) return 0
    const [x, y] = [at(to, 0) - at(from, 0), at(to, 1) - at(from, 1)]
    const along = (at(iris, 0) - at(from, 0)) * x + (at(iris, 1) - at(from, 1)) * y
    return along / (x * x + y * y || 1) - 0.5
  })
  return shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length
}

/** The part of the eye's width by which the iris moves when the eye turns by 90 degrees: 12 mm of 30. */
const IRIS_REACH = 0.4

/** Where the eyes look, right of the camera positive, degrees. */
export function lookOf({ mesh, yawDeg }: { mesh: Float32Array; yawDeg: number }): number {
  return lookDegOf(gazeOf(mesh), yawDeg)
}

/** The same of a gaze, see `gazeOf`, in a head that is turned. */
export function lookDegOf(gaze: number, yawDeg: number): number {
  const turn = Math.max(-1, Math.min(1, gaze / IRIS_REACH))
  return yawDeg + (Math.asin(turn) * 180) / Math.PI
}
