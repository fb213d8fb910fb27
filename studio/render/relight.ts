import { faceHeight } from '#studio/person/landmarks.ts'
import { reliefOf } from '#studio/person/relief.ts'
import { faceOval } from '#studio/person/skin.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { above, inverse } from '#studio/planes/mask.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { Light } from '#studio/scene/recipe.ts'

/** Unit normals on a coarse grid; y points down as in the picture, z towards the lens. */
export interface Normals extends Size {
  x: Float32Array
  y: Float32Array
  z: Float32Array
  /** How far the face mesh vouches for the normal, 0..1. */
  face: Float32Array
  /** Upper forehead to chin, cells. */
  unit: number
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

/** How steep the silhouette's cushion is taken to be. */
const CUSHION = 0.75

/**
 * Normals of face and body on cells: the mesh's where it reaches, else those of the silhouette blown up like a cushion,
 * which is right enough for soft light on hair, neck and shoulders.
 * @param mesh in the cells' pixels
 */
export function subjectNormals(mesh: Float32Array, alpha: Plane): Normals {
  const { width, height } = alpha
  const unit = faceHeight(mesh)
  const face = blur({ width, height, data: faceOval(mesh, width, height, 1.04) }, unit * 0.05).data
  const body = blur(cushionOf(alpha, unit * 0.62), unit * 0.06).data
  const head = reliefOf(mesh, { left: 0, top: 0, cell: 1, width, height }, unit * 0.045, 0)
  const plane = () => new Float32Array(width * height)
  const normals = { width, height, x: plane(), y: plane(), z: plane(), face, unit }
  for (let row = 0; row < height; row++) {
    const [over, under] = [Math.max(0, row - 1) * width, Math.min(height - 1, row + 1) * width]
    for (let column = 0; column < width; column++) {
      const i = row * width + column
      const share = smoothstep(0.35, 0.95, face[i] ?? 0)
      const slope = (from: number, to: number) =>
        (((body[to] ?? 0) - (body[from] ?? 0)) * CUSHION * (1 - share) -
          ((head[to] ?? 0) - (head[from] ?? 0)) * share) /
        2
      const across = slope(
        row * width + Math.max(0, column - 1),
        row * width + Math.min(width - 1, column + 1),
      )
      const down = slope(over + column, under + column)
      const z = 1 / Math.sqrt(across * across + down * down + 1)
      normals.x[i] = -across * z
      normals.y[i] = -down * z
      normals.z[i] = z
    }
  }
  return normals
}

/** Of the light on a face: real spherical harmonics up to order 2 without their constants (Ramamoorthi, Hanrahan 2001). */
const TERMS = 9

function harmonics({ x, y, z }: Pick<Normals, 'x' | 'y' | 'z'>, i: number): readonly number[] {
  const [nx, ny, nz] = [x[i] ?? 0, y[i] ?? 0, z[i] ?? 0]
  return [1, ny, nz, nx, nx * ny, ny * nz, 3 * nz * nz - 1, nx * nz, nx * nx - ny * ny]
}

/** The ridge makes Gauss's and Seidel's sweeps converge. */
const SWEEPS = 400

/**
 * The light on the face as nine harmonics of log luminance: least squares.
 * @param logLuminance natural log per cell
 * @param skin cells of it
 */
export function fitLight(
  normals: Pick<Normals, 'x' | 'y' | 'z'>,
  logLuminance: Float32Array,
  skin: readonly number[],
): Float64Array {
  const matrix = new Float64Array(TERMS * TERMS)
  const right = new Float64Array(TERMS)
  for (const i of skin) {
    harmonics(normals, i).forEach((term, p, terms) => {
      for (let q = 0; q < TERMS; q++)
        matrix[p * TERMS + q] = (matrix[p * TERMS + q] ?? 0) + term * (terms[q] ?? 0)
      right[p] = (right[p] ?? 0) + term * (logLuminance[i] ?? 0)
    })
  }
  const light = new Float64Array(TERMS)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let p = 0; p < TERMS; p++) {
      // Few normals on a turned face point away from the lens: a ridge keeps their terms small.
      const ridge = p === 0 ? 1e-6 : 0.02 * skin.length + 1e-6
      const own = matrix[p * TERMS + p] ?? 0
      let rest = (right[p] ?? 0) + own * (light[p] ?? 0)
      for (let q = 0; q < TERMS; q++) rest -= (matrix[p * TERMS + q] ?? 0) * (light[q] ?? 0)
      light[p] = rest / (own + ridge)
    }
  }
  return light
}

/** Share of the old light's unevenness that is taken away. */
const FLATTEN = 0.55
/** Largest change either way, natural log, and its share for what gets darker: a lamp adds light to a face; shade deepened is a stain. */
export const LIMIT = 0.55
const DARKENED = 0.5
/** Spread over which the old light is believed less and less beyond the mesh, face heights. */
const FADE = 0.16
/** No more than this is believed of the old light on either side of its mean, natural log. */
const LARGEST_UNEVENNESS = 0.9

export interface RelightOrder extends Pick<Light, 'key' | 'azimuthDeg' | 'elevationDeg'> {
  normals: Normals
  logLuminance: Float32Array
  /** Cells of the face's skin. */
  skin: readonly number[]
  /** The key's, as the viewer sees it. */
  side: 'left' | 'right'
}

/** Log gain per cell that evens out the old light and adds a soft key. The mean luminance of the skin stays what it was. */
export function relightGain(order: RelightOrder): Plane {
  const { normals, logLuminance, skin, key } = order
  const { width, height, x, y, z, face, unit } = normals
  const light = fitLight(normals, logLuminance, skin)
  const lamp = keyDirection(order)
  const oldAt = (i: number) => harmonics(normals, i).reduce((sum, term, p) => sum + term * (light[p] ?? 0), 0)
  const fresh = face.map((_, i) => {
    const facing = (x[i] ?? 0) * lamp.x + (y[i] ?? 0) * lamp.y + (z[i] ?? 0) * lamp.z
    // Half-Lambert: a large source wraps round the cheek without a hard terminator.
    return Math.log(0.3 + Math.max(0, 0.5 + facing / 2) ** 2)
  })
  const mean = (valueAt: (cell: number) => number) =>
    skin.reduce((sum, cell) => sum + valueAt(cell), 0) / Math.max(1, skin.length)
  const [oldMean, freshMean] = [mean(oldAt), mean((i) => fresh[i] ?? 0)]
  const near = blur({ width, height, data: face }, unit * FADE).data
  const data = near.map((within, i) => {
    // Beyond the face the fit extrapolates, so the old light is left alone there.
    const trust = smoothstep(0.05, 0.7, within)
    const off = trust === 0 ? 0 : oldAt(i) - oldMean
    const uneven = Math.min(LARGEST_UNEVENNESS, Math.max(-LARGEST_UNEVENNESS, off))
    const shape = (0.55 + 0.45 * trust) * ((fresh[i] ?? 0) - freshMean) * key
    const wanted = shape - trust * uneven * FLATTEN
    const most = wanted > 0 ? LIMIT : LIMIT * DARKENED
    return most * Math.tanh(wanted / most)
  })
  const smooth = blur({ width, height, data }, 1.2)
  const before = mean((i) => Math.exp(logLuminance[i] ?? 0))
  const after = mean((i) => Math.exp((logLuminance[i] ?? 0) + (smooth.data[i] ?? 0)))
  const shift = skin.length === 0 ? 0 : Math.log(before / after)
  return { width, height, data: smooth.data.map((gain) => gain + shift) }
}

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
