import type { KnownFace } from '#studio/nets/face.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { valueAt } from '#studio/planes/value-at.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { above, inverse } from '#studio/planes/mask.ts'
import type { Size } from '#studio/picture/raster.ts'
import { between, centroid, FACE_OVAL, fillPolygon, outline, vertex } from '#studio/person/landmarks.ts'
import type { Point } from '#studio/person/landmarks.ts'
import { reliefOf } from '#studio/person/relief.ts'

/** FaceMesh vertices: the irises' middles, and the face's sides before the ears. */
const IRISES = [468, 473] as const
const SIDES = [234, 454] as const
/** Between the pupils, mm, women and men (Dodgson: Variation and extrema of human interpupillary distance, 2004). */
const PUPILS_MM = 63
/** Of 36x24 mm, which focal lengths are stated for. */
const FILM_DIAGONAL_MM = 43.27
/**
 * Only a whole frame of a known focal length shows its camera's distance: its shape must be a sensor's, to within this
 * share. A frame without a focal length may be of any lens: messengers drop what the camera wrote, and a tele lens's would
 * count as near.
 */
const CAMERA_SHAPES = [4 / 3, 16 / 9, 3 / 2] as const
const SHAPE_TOLERANCE = 0.004
/** Beyond this turn of the head the pupils' distance is no measure. */
const LARGEST_YAW_DEG = 25
/**
 * Pupils' distance over the face's width: nearness narrows the face behind the eyes. Photographs from afar have 0.41 to
 * 0.47, median 0.445; at arm's length a tenth more. Who has less than the first shows no sign of nearness.
 */
const SIGN_OF_NEARNESS = { none: 0.425, clear: 0.45 } as const
/** Distances, mm: corrected fully up to `near`, not at all from `far`; smaller distances count as `least`. */
const CORRECTED = { least: 300, near: 550, far: 700 } as const
/** The corrected picture looks as if photographed from this distance. */
const PORTRAIT_MM = 1500
/** Share of the theoretical correction: a face known from mirrors and selfies is to stay that face. */
const AMOUNT = 0.65
/** Vertices are spread by this, the change fades out over that before the face's border; face heights. */
const SPREAD = 0.035
const FADE = 0.12
/** Cells across the face's box. */
const CELLS = 48
/** Finding where a vertex moves to: the field is smooth, three steps leave hundredths of a pixel. */
const STEPS = 3

export interface Camera {
  distanceMm: number
  /** How far the correction may be trusted, 0..1. */
  trust: number
}

/** Across the picture. */
function pupilsApart(mesh: Float32Array): number {
  const [right, left] = [vertex(mesh, IRISES[0]), vertex(mesh, IRISES[1])]
  return Math.hypot(left.x - right.x, left.y - right.y)
}

/** The camera's focal length in pixels; null where the picture does not tell. */
function focalLengthOf({ width, height }: Size, focalLength35Mm: number | null): number | null {
  if (focalLength35Mm === null) return null
  const shape = Math.max(width, height) / Math.min(width, height)
  if (!CAMERA_SHAPES.some((whole) => Math.abs(shape / whole - 1) < SHAPE_TOLERANCE)) return null
  return (Math.hypot(width, height) * focalLength35Mm) / FILM_DIAGONAL_MM
}

/**
 * The camera's distance from the eyes, by the pupils' distance in a whole frame.
 * @param face with 478 vertices in the picture's pixels
 * @param focalLength35Mm the camera's own entry, if there is one
 * @returns null where the picture does not show the distance
 */
export function cameraOf(
  { mesh, yawDeg }: Pick<KnownFace, 'mesh' | 'yawDeg'>,
  picture: Size,
  focalLength35Mm: number | null,
): Camera | null {
  const focal = focalLengthOf(picture, focalLength35Mm)
  if (focal === null || mesh.length < (IRISES[1] + 1) * 3) return null
  if (Math.abs(yawDeg) > LARGEST_YAW_DEG) return null
  const pupils = pupilsApart(mesh) / Math.cos((yawDeg * Math.PI) / 180)
  const width = between(mesh, ...SIDES)
  if (pupils <= 0 || width <= 0) return null
  const { none, clear } = SIGN_OF_NEARNESS
  return { distanceMm: (focal * PUPILS_MM) / pupils, trust: smoothstep(none, clear, pupils / width) }
}

/**
 * Where the pixels of a face move so that it looks photographed from a portrait's distance; pixels outside its box
 * stay.
 */
export interface Correction {
  left: number
  top: number
  right: number
  bottom: number
  /** Moved pixel less the pixel it comes from, at a pixel of the corrected picture. */
  shiftAt: (x: number, y: number) => Point
  /** Vertices of the picture as taken, moved with its pixels. */
  moved: (mesh: Float32Array) => Float32Array
}

function borderDepth(mesh: Float32Array): number {
  return FACE_OVAL.reduce((sum, index) => sum + (mesh[index * 3 + 2] ?? 0), 0) / FACE_OVAL.length
}

/**
 * A face taken at arm's length has its nose enlarged and its sides narrowed. The correction moves every point to
 * where a camera farther off would see it (thin-lens projection of the mesh's depth), relative to the face's border,
 * which stays with hair, ears and everything around.
 * @param mesh 478 vertices in the picture's pixels, z in their scale
 * @returns null where no correction is needed
 */
export function correctionOf(mesh: Float32Array, camera: Camera | null): Correction | null {
  if (!camera) return null
  const { least, near, far } = CORRECTED
  const amount = AMOUNT * camera.trust * (1 - smoothstep(near, far, camera.distanceMm))
  if (amount <= 0.02) return null
  const oval = outline(mesh, FACE_OVAL)
  const centre = centroid(oval)
  const [xs, ys] = [oval.map(({ x }) => x), oval.map(({ y }) => y)]
  const unit = Math.max(...ys) - Math.min(...ys)
  const cell = Math.max(1, (Math.max(...xs) - Math.min(...xs)) / CELLS)
  // Room all round, so that the border is visible and no pixel moves at the box's edge.
  const [left, right] = [Math.min(...xs) - 2 * cell, Math.max(...xs) + 2 * cell]
  const [top, bottom] = [Math.min(...ys) - 2 * cell, Math.max(...ys) + 2 * cell]
  const [width, height] = [Math.ceil((right - left) / cell) + 1, Math.ceil((bottom - top) / cell) + 1]
  const grid = { left, top, cell, width, height }
  const inside = new Float32Array(width * height)
  const onGrid = oval.map(({ x, y }) => ({ x: (x - left) / cell - 0.5, y: (y - top) / cell - 0.5 }))
  fillPolygon(inside, width, height, onGrid, 1)
  const toBorder = distanceTo(inverse(above(inside, 0.5)), width, height)
  const border = borderDepth(mesh)
  const depth = reliefOf(mesh, grid, Math.max(1, (unit * SPREAD) / cell), border)
  const pixelsPerMm = pupilsApart(mesh) / PUPILS_MM
  // Distances are the eyes', depths are from the border behind them.
  const behind = border - ((mesh[IRISES[0] * 3 + 2] ?? 0) + (mesh[IRISES[1] * 3 + 2] ?? 0)) / 2
  const taken = Math.max(least, camera.distanceMm) * pixelsPerMm + behind
  const wanted = PORTRAIT_MM * pixelsPerMm + behind
  const [dx, dy] = [createPlane(width, height), createPlane(width, height)]
  for (let i = 0; i < depth.length; i++) {
    const z = Math.min(0, depth[i] ?? 0)
    const scale = (1 + z / taken) / (1 + z / wanted)
    const change =
      amount * (scale - 1) * smoothstep(0, unit * FADE, Math.max(0, (toBorder[i] ?? 0) - 1) * cell)
    // The depth changes slowly enough to be taken at the target pixel instead of the source pixel.
    const share = change / (1 + change)
    dx.data[i] = share * (left + ((i % width) + 0.5) * cell - centre.x)
    dy.data[i] = share * (top + (Math.floor(i / width) + 0.5) * cell - centre.y)
  }
  const shiftAt = (x: number, y: number) => {
    const [u, v] = [(x - left) / cell - 0.5, (y - top) / cell - 0.5]
    return { x: valueAt(dx, u, v), y: valueAt(dy, u, v) }
  }
  const moved = (points: Float32Array) => {
    const out = Float32Array.from(points)
    for (let i = 0; i < points.length; i += 3) {
      const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0]
      if (x < left || y < top || x > right || y > bottom) continue
      let shift = { x: 0, y: 0 }
      for (let step = 0; step < STEPS; step++) shift = shiftAt(x + shift.x, y + shift.y)
      out[i] = x + shift.x
      out[i + 1] = y + shift.y
    }
    return out
  }
  return { left, top, right, bottom, shiftAt, moved }
}
