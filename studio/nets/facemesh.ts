import { vertex } from '#studio/person/landmarks.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { cutSquare, fromSquare } from './crop.ts'
import type { Square } from './crop.ts'
import type { Face } from './face.ts'
import { netFile, runNet } from './onnx.ts'

const [MESH_NET, IRIS_NET] = [netFile('facemesh'), netFile('iris')]
const MESH_SIDE = 192
const IRIS_SIDE = 64
const EYE_MARGIN = 2.3

/**
 * Mesh vertices that the iris net refines, in its own order: the lower lid from corner to corner, then the upper lid.
 */
const RIGHT_EYE = [33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173]
const LEFT_EYE = [263, 249, 390, 373, 374, 380, 381, 382, 362, 466, 388, 387, 386, 385, 384, 398]
const IRIS_FIRST = 71

const MESH_VERTICES = 468
const MESH_WITH_IRIS = 478

interface MeshReading {
  /** 478 xyz triples in raster pixels: 468 of FaceMesh, 5 of the right iris, 5 of the left (subject's). */
  mesh: Float32Array
  /** How sure the net is that the cut holds a face, 0..1. */
  score: number
}

/** FaceMesh on one square of the picture, lids and irises refined by the iris net. */
export async function readMesh(raster: Raster, square: Square): Promise<MeshReading> {
  const cut = cutSquare(raster, square, MESH_SIDE, 1 / 255, 0)
  const outputs = ['points', 'score'] as const
  const { points, score } = await runNet(MESH_NET, outputs, cut, [1, MESH_SIDE, MESH_SIDE, 3])
  const mesh = new Float32Array(MESH_WITH_IRIS * 3)
  const scale = square.size / MESH_SIDE
  for (let i = 0; i < MESH_VERTICES; i++) {
    const point = fromSquare(square, (points[3 * i] ?? 0) / MESH_SIDE, (points[3 * i + 1] ?? 0) / MESH_SIDE)
    mesh.set([point.x, point.y, (points[3 * i + 2] ?? 0) * scale], 3 * i)
  }
  return { mesh, score: score[0] ?? 0 }
}

/** Refines lids and adds the irises, in place. The net was trained on left eyes: the right one is read mirrored. */
export async function refineEyes(raster: Raster, mesh: Float32Array): Promise<void> {
  const eyes = [
    { eye: RIGHT_EYE, mirrored: false, iris: MESH_VERTICES },
    { eye: LEFT_EYE, mirrored: true, iris: MESH_VERTICES + 5 },
  ]
  for (const { eye, mirrored, iris } of eyes) {
    const [outer = 0, inner = 0] = [eye[0], eye[8]]
    const square = { ...squareBetween(mesh, outer, inner, EYE_MARGIN), mirrored }
    const cut = cutSquare(raster, square, IRIS_SIDE, 1 / 255, 0)
    const { points } = await runNet(IRIS_NET, ['points'], cut, [1, IRIS_SIDE, IRIS_SIDE, 3])
    const place = (index: number, at: number, z: number): void => {
      const x = (points[3 * index] ?? 0) / IRIS_SIDE
      const point = fromSquare(square, x, (points[3 * index + 1] ?? 0) / IRIS_SIDE)
      mesh.set([point.x, point.y, z], 3 * at)
    }
    eye.forEach((index, k) => place(k, index, mesh[3 * index + 2] ?? 0))
    const depth = ((mesh[3 * outer + 2] ?? 0) + (mesh[3 * inner + 2] ?? 0)) / 2
    for (let k = 0; k < 5; k++) place(IRIS_FIRST + k, iris + k, depth)
  }
}

/** The upright square around two vertices, `margin` times their distance wide, turned with the eye line. */
function squareBetween(mesh: Float32Array, a: number, b: number, margin: number): Square {
  const [from, to] = [vertex(mesh, a), vertex(mesh, b)]
  return {
    centreX: (from.x + to.x) / 2,
    centreY: (from.y + to.y) / 2,
    size: Math.hypot(to.x - from.x, to.y - from.y) * margin,
    angleRad: eyeLine(mesh),
  }
}

/** Slope of the line through the outer corners of the eyes, clockwise on screen. */
function eyeLine(mesh: Float32Array): number {
  const [right, left] = [vertex(mesh, 33), vertex(mesh, 263)]
  return Math.atan2(left.y - right.y, left.x - right.x)
}

/** The upright square around the whole mesh, `margin` times its longer side, turned with the eye line. */
export function squareAround(mesh: Float32Array, margin: number): Square {
  const angleRad = eyeLine(mesh)
  const { x, y, width, height } = boxAround(mesh, angleRad)
  const [cos, sin] = [Math.cos(angleRad), Math.sin(angleRad)]
  const [u, v] = [x + width / 2, y + height / 2]
  const size = Math.max(width, height) * margin
  return { centreX: cos * u - sin * v, centreY: sin * u + cos * v, size, angleRad }
}

/** The box around the whole mesh, on axes turned by the angle. */
export function boxAround(mesh: Float32Array, angleRad = 0): Face['box'] {
  const [cos, sin] = [Math.cos(angleRad), Math.sin(angleRad)]
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < MESH_VERTICES; i++) {
    const [x, y] = [mesh[3 * i] ?? 0, mesh[3 * i + 1] ?? 0]
    const [u, v] = [cos * x + sin * y, cos * y - sin * x]
    left = Math.min(left, u)
    right = Math.max(right, u)
    top = Math.min(top, v)
    bottom = Math.max(bottom, v)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}
