import { faceHeight } from '#studio/person/landmarks.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { above, inverse } from '#studio/planes/mask.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'

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

/** Unit normals of a relief, taken to be `slope` times as steep. */
function normalsOf({ width, height, data }: Plane, slope: number): Pick<Normals, 'x' | 'y' | 'z'> {
  const count = width * height
  const [x, y, z] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
  for (let row = 0; row < height; row++) {
    const [over, under] = [Math.max(0, row - 1) * width, Math.min(height - 1, row + 1) * width]
    for (let column = 0; column < width; column++) {
      const i = row * width + column
      const left = data[row * width + Math.max(0, column - 1)] ?? 0
      const right = data[row * width + Math.min(width - 1, column + 1)] ?? 0
      const dx = ((right - left) / 2) * slope
      const dy = (((data[under + column] ?? 0) - (data[over + column] ?? 0)) / 2) * slope
      const share = 1 / Math.sqrt(dx * dx + dy * dy + 1)
      x[i] = -dx * share
      y[i] = -dy * share
      z[i] = share
    }
  }
  return { x, y, z }
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
  const near = blur(weight, sigma).data
  const data = blur(depth, sigma).data.map((sum, i) =>
    (near[i] ?? 0) > LEAST_WEIGHT ? sum / (near[i] ?? 1) : 0,
  )
  return { width, height, data }
}

/** Distance from the outline, risen to a cushion that is round up to `radius` from it. */
function cushionOf({ width, height, data }: Plane, radius: number): Plane {
  const depth = distanceTo(inverse(above(data, 0.5)), width, height)
  const heights = depth.map((distance) => {
    const away = 1 - Math.min(1, distance / radius)
    return radius * Math.sqrt(1 - away * away)
  })
  return { width, height, data: heights }
}

/**
 * Normals of face and body on a grid of `cell` pixels: the mesh's where it reaches, else those of the
 * silhouette blown up like a cushion, which is right enough for soft light on hair, neck and shoulders.
 */
export function subjectNormals(mesh: Float32Array, alpha: Plane, oval: Plane, cell: number): Normals {
  const { width, height } = alpha
  const unit = faceHeight(mesh) / cell
  const face = blur(oval, unit * 0.05).data
  const body = normalsOf(blur(cushionOf(alpha, unit * 0.62), unit * 0.06), 0.75)
  const head = normalsOf(meshRelief(mesh, cell, width, height, unit * 0.045), 1)
  for (let i = 0; i < face.length; i++) {
    const share = smoothstep(0.35, 0.95, face[i] ?? 0)
    if (share === 0) continue
    const x = (body.x[i] ?? 0) * (1 - share) + (head.x[i] ?? 0) * share
    const y = (body.y[i] ?? 0) * (1 - share) + (head.y[i] ?? 0) * share
    const z = (body.z[i] ?? 0) * (1 - share) + (head.z[i] ?? 0) * share
    const length = Math.max(1e-6, Math.sqrt(x * x + y * y + z * z))
    body.x[i] = x / length
    body.y[i] = y / length
    body.z[i] = z / length
  }
  return { width, height, ...body, face, unit }
}

/** Of the light on a face: real spherical harmonics up to order 2 without their constants (Ramamoorthi, Hanrahan 2001). */
const TERMS = 9

function harmonics(x: number, y: number, z: number): readonly number[] {
  return [1, y, z, x, x * y, y * z, 3 * z * z - 1, x * z, x * x - y * y]
}

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
export function fitLight(
  { x, y, z }: Pick<Normals, 'x' | 'y' | 'z'>,
  logLuminance: Float32Array,
  weight: Float32Array,
): Float64Array {
  const matrix = new Float64Array(TERMS * TERMS)
  const right = new Float64Array(TERMS)
  let total = 0
  for (let i = 0; i < weight.length; i++) {
    const own = weight[i] ?? 0
    if (own < 0.5) continue
    total += own
    harmonics(x[i] ?? 0, y[i] ?? 0, z[i] ?? 0).forEach((term, p, terms) => {
      for (let q = 0; q < TERMS; q++)
        matrix[p * TERMS + q] = (matrix[p * TERMS + q] ?? 0) + own * term * (terms[q] ?? 0)
      right[p] = (right[p] ?? 0) + own * term * (logLuminance[i] ?? 0)
    })
  }
  // Few normals on a turned face point away from the lens: a ridge keeps their terms small.
  for (let p = 1; p < TERMS; p++) matrix[p * TERMS + p] = (matrix[p * TERMS + p] ?? 0) + (0.02 * total + 1e-6)
  matrix[0] = (matrix[0] ?? 0) + 1e-6
  return solve(matrix, right)
}

/** What `harmonics` weighed by the terms of a light add up to. */
function lightOn(terms: Float64Array, x: number, y: number, z: number): number {
  const [t0 = 0, t1 = 0, t2 = 0, t3 = 0, t4 = 0, t5 = 0, t6 = 0, t7 = 0, t8 = 0] = terms
  const even = t0 + t1 * y + t2 * z + t3 * x + t4 * x * y
  return even + t5 * y * z + t6 * (3 * z * z - 1) + t7 * x * z + t8 * (x * x - y * y)
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
  const { normals, logLuminance, skin, flatten, key, limit } = order
  const { width, height, x, y, z } = normals
  const light = fitLight(normals, logLuminance, skin)
  const lamp = keyDirection(order)
  const [old, fresh] = [new Float32Array(skin.length), new Float32Array(skin.length)]
  let [oldMean, freshMean, total] = [0, 0, 1e-6]
  for (let i = 0; i < skin.length; i++) {
    const nx = x[i] ?? 0
    const ny = y[i] ?? 0
    const nz = z[i] ?? 0
    const before = lightOn(light, nx, ny, nz)
    // Half-Lambert: a large source wraps round the cheek without a hard terminator.
    const facing = Math.max(0, 0.5 + (nx * lamp.x + ny * lamp.y + nz * lamp.z) / 2)
    const after = Math.log(0.3 + facing * facing)
    old[i] = before
    fresh[i] = after
    const own = skin[i] ?? 0
    if (own <= 0.5) continue
    oldMean += before * own
    freshMean += after * own
    total += own
  }
  oldMean /= total
  freshMean /= total
  const face = blur({ width, height, data: normals.face }, normals.unit * FADE).data
  const data = face.map((near, i) => {
    // Beyond the face the fit extrapolates, so the old light is left alone there.
    const trust = smoothstep(0.05, 0.7, near)
    const uneven = Math.min(LARGEST_UNEVENNESS, Math.max(-LARGEST_UNEVENNESS, (old[i] ?? 0) - oldMean))
    const shape = (0.55 + 0.45 * trust) * ((fresh[i] ?? 0) - freshMean) * key
    const wanted = shape - trust * uneven * flatten
    const most = wanted > 0 ? limit : limit * DARKENED
    return most * Math.tanh(wanted / most)
  })
  const smooth = blur({ width, height, data }, 1.2)
  keepMean(smooth.data, logLuminance, skin)
  return smooth
}

/** Spread over which the old light is believed less and less beyond the mesh, face heights. */
const FADE = 0.16
/** No more than this is believed of the old light on either side of its mean, natural log. */
const LARGEST_UNEVENNESS = 0.9
/** Share of the limit for what gets darker: a lamp adds light to a face and takes none; shade deepened is a stain. */
const DARKENED = 0.5

/** Towards the lamp. */
function keyDirection({ side, azimuthDeg, elevationDeg }: RelightOrder): { x: number; y: number; z: number } {
  const azimuth = (azimuthDeg * Math.PI) / 180
  const elevation = (elevationDeg * Math.PI) / 180
  const across = Math.sin(azimuth) * Math.cos(elevation)
  return {
    x: side === 'left' ? -across : across,
    y: -Math.sin(elevation),
    z: Math.cos(azimuth) * Math.cos(elevation),
  }
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
