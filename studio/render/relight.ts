import { ahead, kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import { blur } from '#studio/planes/blur.ts'
import { distanceIn } from '#studio/planes/distance.ts'
import { createPlane } from '#studio/planes/plane.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { planeOf, sheetOf } from './sheet.ts'

/** Splats that weigh less than this together say nothing. */
const LEAST_WEIGHT = 1e-6

/** Unit normals on a coarse grid; y points down as in the picture, z towards the lens. */
export interface Normals {
  width: number
  height: number
  x: Float32Array
  y: Float32Array
  z: Float32Array
  /** How far the face mesh vouches for the normal, 0..1. */
  face: Float32Array
  /** Upper forehead to chin, cells. */
  unit: number
}

/** Planes of x, y and z, one after the other. */
function normalsIn(room: Room, { width, height, data }: Plane, slope: number): Pointer {
  const count = width * height
  const at = room.floats(3 * count)
  kernels.normals(room.put(data), width, height, slope, at, ahead(at, count), ahead(at, 2 * count))
  return at
}

/** Depth of the mesh spread over the grid by Gaussian splats, in grid cells towards the lens. */
function meshRelief(mesh: Float32Array, cell: number, width: number, height: number, sigma: number): Plane {
  const depth = createPlane(width, height)
  const weight = createPlane(width, height)
  for (let v = 0; v < 468; v++) {
    const x = (mesh[v * 3] ?? 0) / cell
    const y = (mesh[v * 3 + 1] ?? 0) / cell
    const z = -(mesh[v * 3 + 2] ?? 0) / cell
    const column = Math.round(x - 0.5)
    const row = Math.round(y - 0.5)
    if (column < 0 || row < 0 || column >= width || row >= height) continue
    const at = row * width + column
    depth.data[at] = (depth.data[at] ?? 0) + z
    weight.data[at] = (weight.data[at] ?? 0) + 1
  }
  return withRoom((room) => {
    const sheet = sheetOf(room, blur(depth, sigma))
    kernels.divide(sheet.at, room.put(blur(weight, sigma).data), width * height, LEAST_WEIGHT)
    return planeOf(room, sheet)
  })
}

/** Distance from the outline, risen to a cushion that is round up to `radius` from it. */
function cushionOf({ width, height, data }: Plane, radius: number): Plane {
  const outside = new Uint8Array(data.length)
  for (let i = 0; i < outside.length; i++) outside[i] = (data[i] ?? 0) < 0.5 ? 1 : 0
  return withRoom((room) => {
    const depth = { width, height, at: distanceIn(room, room.put(outside), { width, height }) }
    kernels.cushion(depth.at, radius, width * height)
    return planeOf(room, depth)
  })
}

/**
 * Normals of face and body on a grid of `cell` pixels: the mesh's where it reaches, else those of the
 * silhouette blown up like a cushion, which is right enough for soft light on hair, neck and shoulders.
 */
export function subjectNormals(mesh: Float32Array, alpha: Plane, oval: Plane, cell: number): Normals {
  const { width, height } = alpha
  const count = width * height
  const unit =
    Math.hypot(
      (mesh[10 * 3] ?? 0) - (mesh[152 * 3] ?? 0),
      (mesh[10 * 3 + 1] ?? 0) - (mesh[152 * 3 + 1] ?? 0),
    ) / cell
  const face = blur(oval, unit * 0.05).data
  const all = withRoom((room) => {
    const body = normalsIn(room, blur(cushionOf(alpha, unit * 0.62), unit * 0.06), 0.75)
    const head = normalsIn(room, meshRelief(mesh, cell, width, height, unit * 0.045), 1)
    kernels.mixNormals(body, head, room.put(face), count)
    return room.takeFloats(body, 3 * count)
  })
  const [x, y, z] = [all.subarray(0, count), all.subarray(count, 2 * count), all.subarray(2 * count)]
  return { width, height, x, y, z, face, unit }
}

/** Of the light on a face: real spherical harmonics up to order 2. */
const TERMS = 9

/** Solves a small symmetric positive system in place by Gaussian elimination. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length
  for (let k = 0; k < n; k++) {
    const pivot = matrix[k * n + k] ?? 0
    for (let row = k + 1; row < n; row++) {
      const factor = (matrix[row * n + k] ?? 0) / pivot
      for (let column = k; column < n; column++)
        matrix[row * n + column] = (matrix[row * n + column] ?? 0) - factor * (matrix[k * n + column] ?? 0)
      right[row] = (right[row] ?? 0) - factor * (right[k] ?? 0)
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    let sum = right[k] ?? 0
    for (let column = k + 1; column < n; column++) sum -= (matrix[k * n + column] ?? 0) * (right[column] ?? 0)
    right[k] = sum / (matrix[k * n + k] ?? 0)
  }
  return right
}

/**
 * The light on the face as nine harmonics of log luminance.
 * @param logLuminance natural log per grid cell
 * @param weight how much skin each cell holds, 0..1
 */
export function fitLight(normals: Normals, logLuminance: Float32Array, weight: Float32Array): Float64Array {
  const sums = withRoom((room) => {
    const planes = room.put(normals.x, normals.y, normals.z)
    const [light, weights] = [room.put(logLuminance), room.put(weight)]
    const out = room.bytes(8 * (TERMS * TERMS + TERMS + 1))
    kernels.sumHarmonics(planes, light, weights, weight.length, room.floats(4 * TERMS), out)
    return room.takeDoubles(out, TERMS * TERMS + TERMS + 1)
  })
  const matrix = sums.subarray(0, TERMS * TERMS)
  const total = sums[TERMS * TERMS + TERMS] ?? 0
  // Few normals on a turned face point away from the lens: a ridge keeps their terms small.
  for (let p = 1; p < TERMS; p++) matrix[p * TERMS + p] = (matrix[p * TERMS + p] ?? 0) + (0.02 * total + 1e-6)
  matrix[0] = (matrix[0] ?? 0) + 1e-6
  return solve(matrix, sums.slice(TERMS * TERMS, TERMS * TERMS + TERMS))
}

export interface RelightOrder {
  normals: Normals
  logLuminance: Float32Array
  /** Skin per cell, 0..1. */
  skin: Float32Array
  /** Share of the old light's unevenness that is taken away, 0..1. */
  flatten: number
  key: number
  side: 'left' | 'right'
  azimuthDeg: number
  elevationDeg: number
  /** Largest change either way, natural log. */
  limit: number
}

/**
 * Log gain per grid cell that evens out the old light and adds a soft key. The mean luminance of the
 * skin stays what it was.
 */
export function relightGain(order: RelightOrder): Plane {
  const { normals, skin } = order
  const { width, height } = normals
  const count = width * height
  const light = fitLight(normals, order.logLuminance, skin)
  const gain = withRoom((room) => {
    const planes = room.put(normals.x, normals.y, normals.z)
    const [old, fresh, sums] = [room.floats(count), room.floats(count), room.bytes(8 * 3)]
    const [terms, key] = [room.put(Float32Array.from(light)), room.put(keyDirection(order))]
    kernels.lightOnNormals(planes, terms, key, room.put(skin), count, old, fresh, sums)
    const [oldSum = 0, freshSum = 0, weight = 0] = room.takeDoubles(sums, 3)
    const total = weight + 1e-6
    const { flatten, limit } = order
    const face = room.put(blur({ width, height, data: normals.face }, normals.unit * FADE).data)
    kernels.gainsOfLight(old, fresh, face, oldSum / total, freshSum / total, flatten, order.key, limit, count)
    return planeOf(room, { width, height, at: old })
  })
  const smooth = blur(gain, 1.2)
  keepMean(smooth.data, order.logLuminance, skin)
  return smooth
}

/** Spread over which the old light is believed less and less beyond the mesh, face heights. */
const FADE = 0.16

function keyDirection({ side, azimuthDeg, elevationDeg }: RelightOrder): Float32Array {
  const azimuth = (azimuthDeg * Math.PI) / 180
  const elevation = (elevationDeg * Math.PI) / 180
  const across = Math.sin(azimuth) * Math.cos(elevation)
  return Float32Array.of(
    side === 'left' ? -across : across,
    -Math.sin(elevation),
    Math.cos(azimuth) * Math.cos(elevation),
  )
}

/** Shifts the gains so that the skin's mean linear luminance does not change. */
function keepMean(gain: Float32Array, logLuminance: Float32Array, skin: Float32Array): void {
  let before = 1e-9
  let after = 1e-9
  for (let i = 0; i < gain.length; i++) {
    if ((skin[i] ?? 0) <= 0.5) continue
    before += (skin[i] ?? 0) * Math.exp(logLuminance[i] ?? 0)
    after += (skin[i] ?? 0) * Math.exp((logLuminance[i] ?? 0) + (gain[i] ?? 0))
  }
  const shift = Math.log(before / after)
  for (let i = 0; i < gain.length; i++) gain[i] = (gain[i] ?? 0) + shift
}
