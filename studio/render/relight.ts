import { blur, distanceTo, smoothstep } from '#studio/matte/filters.ts'
import type { Plane } from '#studio/raster.ts'

/** Unit normals on a coarse grid; y points down as in the picture, z towards the lens. */
export interface Normals {
  width: number
  height: number
  x: Float32Array
  y: Float32Array
  z: Float32Array
  /** How far the face mesh vouches for the normal, 0..1. */
  face: Float32Array
}

function normalsOf(relief: Plane, slope: number): { x: Float32Array; y: Float32Array; z: Float32Array } {
  const { width, height, data } = relief
  const x = new Float32Array(data.length)
  const y = new Float32Array(data.length)
  const z = new Float32Array(data.length)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const i = row * width + column
      const left = data[row * width + Math.max(0, column - 1)] ?? 0
      const right = data[row * width + Math.min(width - 1, column + 1)] ?? 0
      const up = data[Math.max(0, row - 1) * width + column] ?? 0
      const down = data[Math.min(height - 1, row + 1) * width + column] ?? 0
      const dx = ((right - left) / 2) * slope
      const dy = ((down - up) / 2) * slope
      const length = 1 / Math.hypot(dx, dy, 1)
      x[i] = -dx * length
      y[i] = -dy * length
      z[i] = length
    }
  }
  return { x, y, z }
}

/** Depth of the mesh spread over the grid by Gaussian splats, in grid cells towards the lens. */
function meshRelief(mesh: Float32Array, cell: number, width: number, height: number, sigma: number) {
  const depth = new Float32Array(width * height)
  const weight = new Float32Array(width * height)
  for (let v = 0; v < 468; v++) {
    const x = (mesh[v * 3] ?? 0) / cell
    const y = (mesh[v * 3 + 1] ?? 0) / cell
    const z = -(mesh[v * 3 + 2] ?? 0) / cell
    const column = Math.round(x - 0.5)
    const row = Math.round(y - 0.5)
    if (column < 0 || row < 0 || column >= width || row >= height) continue
    depth[row * width + column] = (depth[row * width + column] ?? 0) + z
    weight[row * width + column] = (weight[row * width + column] ?? 0) + 1
  }
  const d = blur({ width, height, data: depth }, sigma).data
  const w = blur({ width, height, data: weight }, sigma).data
  for (let i = 0; i < d.length; i++) d[i] = (w[i] ?? 0) > 1e-6 ? (d[i] ?? 0) / (w[i] ?? 0) : 0
  return { relief: { width, height, data: d }, weight: w }
}

/**
 * Normals of face and body on a grid of `cell` pixels: the mesh's where it reaches, else those of the
 * silhouette blown up like a cushion, which is right enough for soft light on hair, neck and shoulders.
 */
export function subjectNormals(mesh: Float32Array, alpha: Plane, oval: Plane, cell: number): Normals {
  const { width, height } = alpha
  const unit =
    Math.hypot(
      (mesh[10 * 3] ?? 0) - (mesh[152 * 3] ?? 0),
      (mesh[10 * 3 + 1] ?? 0) - (mesh[152 * 3 + 1] ?? 0),
    ) / cell
  const outside = new Uint8Array(width * height)
  for (let i = 0; i < outside.length; i++) outside[i] = (alpha.data[i] ?? 0) < 0.5 ? 1 : 0
  const depth = distanceTo(outside, width, height)
  const radius = unit * 0.62
  for (let i = 0; i < depth.length; i++) {
    const t = Math.min(1, (depth[i] ?? 0) / radius)
    depth[i] = radius * Math.sqrt(Math.max(0, 1 - (1 - t) * (1 - t)))
  }
  const body = normalsOf(blur({ width, height, data: depth }, unit * 0.06), 0.75)
  const { relief } = meshRelief(mesh, cell, width, height, unit * 0.045)
  const head = normalsOf(relief, 1)
  const face = blur(oval, unit * 0.05).data
  for (let i = 0; i < face.length; i++) {
    const f = smoothstep(0.35, 0.95, face[i] ?? 0)
    const x = (head.x[i] ?? 0) * f + (body.x[i] ?? 0) * (1 - f)
    const y = (head.y[i] ?? 0) * f + (body.y[i] ?? 0) * (1 - f)
    const z = (head.z[i] ?? 0) * f + (body.z[i] ?? 0) * (1 - f)
    const length = 1 / Math.max(1e-6, Math.hypot(x, y, z))
    body.x[i] = x * length
    body.y[i] = y * length
    body.z[i] = z * length
  }
  return { width, height, ...body, face }
}

const TERMS = 9

/** Real spherical harmonics up to order 2 without their constants (Ramamoorthi, Hanrahan 2001). */
function harmonics(x: number, y: number, z: number, out: Float64Array): void {
  out[0] = 1
  out[1] = y
  out[2] = z
  out[3] = x
  out[4] = x * y
  out[5] = y * z
  out[6] = 3 * z * z - 1
  out[7] = x * z
  out[8] = x * x - y * y
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
export function fitLight(normals: Normals, logLuminance: Float32Array, weight: Float32Array): Float64Array {
  const matrix = new Float64Array(TERMS * TERMS)
  const right = new Float64Array(TERMS)
  const basis = new Float64Array(TERMS)
  let total = 0
  for (let i = 0; i < weight.length; i++) {
    const w = weight[i] ?? 0
    if (w < 0.5) continue
    harmonics(normals.x[i] ?? 0, normals.y[i] ?? 0, normals.z[i] ?? 0, basis)
    total += w
    for (let p = 0; p < TERMS; p++) {
      right[p] = (right[p] ?? 0) + w * (basis[p] ?? 0) * (logLuminance[i] ?? 0)
      for (let q = 0; q < TERMS; q++)
        matrix[p * TERMS + q] = (matrix[p * TERMS + q] ?? 0) + w * (basis[p] ?? 0) * (basis[q] ?? 0)
    }
  }
  // Few normals on a turned face point away from the lens: a ridge keeps their terms small.
  for (let p = 1; p < TERMS; p++) matrix[p * TERMS + p] = (matrix[p * TERMS + p] ?? 0) + (0.02 * total + 1e-6)
  matrix[0] = (matrix[0] ?? 0) + 1e-6
  return solve(matrix, right)
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
  const light = fitLight(normals, order.logLuminance, skin)
  const azimuth = (order.azimuthDeg * Math.PI) / 180
  const elevation = (order.elevationDeg * Math.PI) / 180
  const lx = (order.side === 'left' ? -1 : 1) * Math.sin(azimuth) * Math.cos(elevation)
  const ly = -Math.sin(elevation)
  const lz = Math.cos(azimuth) * Math.cos(elevation)
  const basis = new Float64Array(TERMS)
  const old = new Float32Array(width * height)
  const fresh = new Float32Array(width * height)
  let oldMean = 0
  let freshMean = 0
  let total = 1e-6
  for (let i = 0; i < old.length; i++) {
    harmonics(normals.x[i] ?? 0, normals.y[i] ?? 0, normals.z[i] ?? 0, basis)
    let sum = 0
    for (let p = 0; p < TERMS; p++) sum += (light[p] ?? 0) * (basis[p] ?? 0)
    old[i] = sum
    const facing = (normals.x[i] ?? 0) * lx + (normals.y[i] ?? 0) * ly + (normals.z[i] ?? 0) * lz
    // Half-Lambert: a large source wraps round the cheek without a hard terminator.
    const soft = Math.max(0, facing * 0.5 + 0.5)
    fresh[i] = Math.log(0.3 + soft * soft)
    if ((skin[i] ?? 0) > 0.5) {
      oldMean += sum * (skin[i] ?? 0)
      freshMean += (fresh[i] ?? 0) * (skin[i] ?? 0)
      total += skin[i] ?? 0
    }
  }
  oldMean /= total
  freshMean /= total
  const gain = new Float32Array(old.length)
  for (let i = 0; i < gain.length; i++) {
    // Beyond the face the fit extrapolates, so the old light is left alone there.
    const trust = smoothstep(0.05, 0.7, normals.face[i] ?? 0)
    const even = -order.flatten * trust * Math.max(-0.9, Math.min(0.9, (old[i] ?? 0) - oldMean))
    const shape = order.key * (0.55 + 0.45 * trust) * ((fresh[i] ?? 0) - freshMean)
    gain[i] = order.limit * Math.tanh((even + shape) / order.limit)
  }
  const smooth = blur({ width, height, data: gain }, 1.2)
  keepMean(smooth.data, order.logLuminance, skin)
  return smooth
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
