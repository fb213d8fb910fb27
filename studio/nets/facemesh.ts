import type { Raster } from '#studio/picture/raster.ts'
import { cutSquare, fromSquare } from './crop.ts'
import type { Square } from './crop.ts'
import { humanNet, runNet } from './runtime.ts'

const MESH_SIDE = 192
const IRIS_SIDE = 64
const EYE_MARGIN = 2.3

/** Mesh vertices the iris net gives anew, in its own order: lower lid, then upper lid, corner to corner. */
const RIGHT_EYE = {
  corners: [33, 133],
  lids: [
    [33, 7, 163, 144, 145, 153, 154, 155, 133],
    [246, 161, 160, 159, 158, 157, 173],
  ],
} as const
const LEFT_EYE = {
  corners: [263, 362],
  lids: [
    [263, 249, 390, 373, 374, 380, 381, 382, 362],
    [466, 388, 387, 386, 385, 384, 398],
  ],
} as const
const IRIS_FIRST = 71

export const MESH_VERTICES = 468
export const MESH_WITH_IRIS = 478

export interface MeshReading {
  /** 478 xyz triples in raster pixels: 468 of FaceMesh, 5 of the right iris, 5 of the left (subject's). */
  mesh: Float32Array
  /** How sure the net is that the cut holds a face, 0..1. */
  score: number
}

/** FaceMesh on one square of the picture, lids and irises refined by the iris net. */
export async function readMesh(raster: Raster, square: Square): Promise<MeshReading> {
  const cut = cutSquare(raster, square, MESH_SIDE, 1 / 255, 0)
  const outputs = await runNet(humanNet('facemesh'), cut, [1, MESH_SIDE, MESH_SIDE, 3])
  const points = outputs.find((output) => output.length === MESH_VERTICES * 3)
  const score = outputs.find((output) => output.length === 1)?.[0] ?? 0
  const mesh = new Float32Array(MESH_WITH_IRIS * 3)
  if (!points) return { mesh, score: 0 }
  const scale = square.size / MESH_SIDE
  for (let i = 0; i < MESH_VERTICES; i++) {
    const point = fromSquare(square, (points[3 * i] ?? 0) / MESH_SIDE, (points[3 * i + 1] ?? 0) / MESH_SIDE)
    mesh.set([point.x, point.y, (points[3 * i + 2] ?? 0) * scale], 3 * i)
  }
  return { mesh, score }
}

/** Refines lids and adds the irises, in place. The net was trained on left eyes: the right one is read mirrored. */
export async function refineEyes(raster: Raster, mesh: Float32Array): Promise<void> {
  const eyes = [
    { eye: RIGHT_EYE, mirrored: false, iris: MESH_VERTICES },
    { eye: LEFT_EYE, mirrored: true, iris: MESH_VERTICES + 5 },
  ]
  for (const { eye, mirrored, iris } of eyes) {
    const square = { ...squareBetween(mesh, eye.corners[0], eye.corners[1], EYE_MARGIN), mirrored }
    const cut = cutSquare(raster, square, IRIS_SIDE, 1 / 255, 0)
    const [values = new Float32Array()] = await runNet(humanNet('iris'), cut, [1, IRIS_SIDE, IRIS_SIDE, 3])
    const place = (index: number, vertex: number, z: number): void => {
      const x = (values[3 * index] ?? 0) / IRIS_SIDE
      const point = fromSquare(square, x, (values[3 * index + 1] ?? 0) / IRIS_SIDE)
      mesh.set([point.x, point.y, z], 3 * vertex)
    }
    eye.lids.flat().forEach((vertex, index) => place(index, vertex, mesh[3 * vertex + 2] ?? 0))
    const depth = ((mesh[3 * eye.corners[0] + 2] ?? 0) + (mesh[3 * eye.corners[1] + 2] ?? 0)) / 2
    for (let k = 0; k < 5; k++) place(IRIS_FIRST + k, iris + k, depth)
  }
}

/** The upright square around two vertices, `margin` times their distance wide, turned with the eye line. */
function squareBetween(mesh: Float32Array, a: number, b: number, margin: number): Square {
  const ax = mesh[3 * a] ?? 0
  const ay = mesh[3 * a + 1] ?? 0
  const bx = mesh[3 * b] ?? 0
  const by = mesh[3 * b + 1] ?? 0
  return {
    centreX: (ax + bx) / 2,
    centreY: (ay + by) / 2,
    size: Math.hypot(bx - ax, by - ay) * margin,
    angleRad: eyeLine(mesh),
  }
}

/** Slope of the line through the outer corners of the eyes, clockwise on screen. */
export function eyeLine(mesh: Float32Array): number {
  const dx = (mesh[3 * 263] ?? 0) - (mesh[3 * 33] ?? 0)
  const dy = (mesh[3 * 263 + 1] ?? 0) - (mesh[3 * 33 + 1] ?? 0)
  return Math.atan2(dy, dx)
}

/** The upright square around the whole mesh, `margin` times its longer side, turned with the eye line. */
export function squareAround(mesh: Float32Array, margin: number): Square {
  const angleRad = eyeLine(mesh)
  const cos = Math.cos(angleRad)
  const sin = Math.sin(angleRad)
  let left = Infinity
  let right = -Infinity
  let top = Infinity
  let bottom = -Infinity
  for (let i = 0; i < MESH_VERTICES; i++) {
    const x = mesh[3 * i] ?? 0
    const y = mesh[3 * i + 1] ?? 0
    const u = cos * x + sin * y
    const v = cos * y - sin * x
    left = Math.min(left, u)
    right = Math.max(right, u)
    top = Math.min(top, v)
    bottom = Math.max(bottom, v)
  }
  const u = (left + right) / 2
  const v = (top + bottom) / 2
  return {
    centreX: cos * u - sin * v,
    centreY: sin * u + cos * v,
    size: Math.max(right - left, bottom - top) * margin,
    angleRad,
  }
}
