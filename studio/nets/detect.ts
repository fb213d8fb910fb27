import type { Face } from './face.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { findFaceBoxes } from './blazeface.ts'
import type { FaceBox } from './blazeface.ts'
import { boxAround, readMesh, refineEyes, squareAround } from './facemesh.ts'

/** Margins of MediaPipe's own face pipeline: 1.5 around the detector's box, 1.5 around the last mesh. */
const BOX_MARGIN = 1.5
const MESH_MARGIN = 1.5
/** Real faces of the calibration photographs score above .99 twice, patterns mistaken for one below .85 once. */
const MIN_MESH_SCORES = { first: 0.5, second: 0.9 } as const

/** Every face of the picture, largest first; [] when there is none. Coordinates are the raster's pixels. */
export async function detectFaces(raster: Raster): Promise<Face[]> {
  const faces: Face[] = []
  for (const box of await findFaceBoxes(raster)) {
    const face = await readFace(raster, box)
    if (face && faces.every((other) => !sameFace(face, other))) faces.push(face)
  }
  return faces.sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
}

async function readFace(raster: Raster, box: FaceBox): Promise<Face | null> {
  const first = await readMesh(raster, { ...box, size: box.size * BOX_MARGIN })
  if (first.score < MIN_MESH_SCORES.first) return null
  // A second reading on a cut centred by the first is steadier: boxes wander, meshes do not.
  const { mesh, score } = await readMesh(raster, squareAround(first.mesh, MESH_MARGIN))
  if (score < MIN_MESH_SCORES.second) return null
  await refineEyes(raster, mesh)
  return {
    box: boxAround(mesh),
    mesh,
    ...anglesOf(mesh),
    score: Math.min(box.score, score),
  }
}

/** Two boxes that mostly cover each other: the detector saw one face twice. */
function sameFace(a: Face, b: Face): boolean {
  const width = Math.min(a.box.x + a.box.width, b.box.x + b.box.width) - Math.max(a.box.x, b.box.x)
  const height = Math.min(a.box.y + a.box.height, b.box.y + b.box.height) - Math.max(a.box.y, b.box.y)
  if (width <= 0 || height <= 0) return false
  return width * height > 0.4 * Math.min(a.box.width * a.box.height, b.box.width * b.box.height)
}

/**
 * Head angles from the face's own axes: forehead (10) to chin (152), right edge (234) to left edge (454).
 * Yaw > 0 looks to the right of the screen, pitch > 0 looks up, roll > 0 leans clockwise on screen.
 */
export function anglesOf(mesh: Float32Array): { yawDeg: number; pitchDeg: number; rollDeg: number } {
  const axis = (from: number, to: number) => {
    const along = (k: number): number => (mesh[3 * to + k] ?? 0) - (mesh[3 * from + k] ?? 0)
    return { x: along(0), y: along(1), z: along(2) }
  }
  const [down, across] = [axis(10, 152), axis(234, 454)]
  const degrees = 180 / Math.PI
  const roll = Math.atan2(across.y, across.x)
  // Both axes turned upright before reading the other two angles.
  const acrossX = Math.cos(roll) * across.x + Math.sin(roll) * across.y
  const downY = Math.cos(roll) * down.y - Math.sin(roll) * down.x
  return {
    yawDeg: Math.atan2(across.z, acrossX) * degrees,
    pitchDeg: Math.atan2(down.z, downY) * degrees,
    rollDeg: roll * degrees,
  }
}
