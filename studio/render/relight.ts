import { faceHeight } from '#studio/person/landmarks.ts'
import { reliefOf } from '#studio/person/relief.ts'
import { faceOval } from '#studio/person/skin.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { above, inverse } from '#studio/planes/mask.ts'
import { createPlane } from '#studio/planes/plane.ts'
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

/** Share of the old light's unevenness that is taken away. */
const FLATTEN = 0.55
/** Largest change either way, natural log, and its share for what gets darker: a lamp adds light to a face; shade deepened is a stain. */
export const LIMIT = 0.55
const DARKENED = 0.5
/** Spread of the mean that the old light is taken for, face heights: the face's own relief stays. */
const OLD_LIGHT = 0.18
/** With less skin about a cell its light is unknown. */
const LEAST_SKIN = 0.01
/** Distance beyond the mesh over which the estimated old light is trusted less and less, face heights. */
const FADE = 0.16
/** Spread of the new light, face heights. */
const SMOOTH = 0.05
export interface RelightOrder extends Pick<Light, 'key' | 'azimuthDeg' | 'elevationDeg'> {
  normals: Normals
  logLuminance: Float32Array
  /** Cells of the face's skin. */
  skin: readonly number[]
  /** The key's, as the viewer sees it. */
  side: 'left' | 'right'
}

/**
 * Log gain per cell that evens out the old light and adds a soft key. The mean luminance of the skin stays unchanged.
 */
export function relightGain(order: RelightOrder): Plane {
  const { normals, logLuminance, skin, key } = order
  const { width, height, x, y, z, face, unit } = normals
  const lamp = keyDirection(order)
  const fresh = face.map((_, i) => {
    const facing = (x[i] ?? 0) * lamp.x + (y[i] ?? 0) * lamp.y + (z[i] ?? 0) * lamp.z
    // Half-Lambert: a large source wraps round the cheek without a hard terminator.
    return Math.log(0.3 + Math.max(0, 0.5 + facing / 2) ** 2)
  })
  const mean = (valueAt: (cell: number) => number) =>
    skin.reduce((sum, cell) => sum + valueAt(cell), 0) / Math.max(1, skin.length)
  const old = lightOn(order)
  const [oldMean, freshMean] = [mean((i) => old[i] ?? 0), mean((i) => fresh[i] ?? 0)]
  const near = blur({ width, height, data: face }, unit * FADE).data
  const data = near.map((within, i) => {
    // Beyond the face the old light is unknown, so it stays unchanged there.
    const trust = smoothstep(0.05, 0.7, within)
    const uneven = (old[i] ?? oldMean) - oldMean
    const shape = (0.55 + 0.45 * trust) * ((fresh[i] ?? 0) - freshMean) * key
    const wanted = shape - trust * uneven * FLATTEN
    const most = wanted > 0 ? LIMIT : LIMIT * DARKENED
    return most * Math.tanh(wanted / most)
  })
  const smooth = blur({ width, height, data }, Math.max(1.2, SMOOTH * unit))
  const before = mean((i) => Math.exp(logLuminance[i] ?? 0))
  const after = mean((i) => Math.exp((logLuminance[i] ?? 0) + (smooth.data[i] ?? 0)))
  const shift = skin.length === 0 ? 0 : Math.log(before / after)
  return { width, height, data: smooth.data.map((gain) => gain + shift) }
}

/** Log luminance of the skin about each cell. */
function lightOn({ normals: { width, height, unit }, logLuminance, skin }: RelightOrder): Float32Array {
  const [sum, share] = [createPlane(width, height), createPlane(width, height)]
  for (const cell of skin) {
    sum.data[cell] = logLuminance[cell] ?? 0
    share.data[cell] = 1
  }
  const near = blur(share, unit * OLD_LIGHT).data
  return blur(sum, unit * OLD_LIGHT).data.map((value, i) => value / Math.max(LEAST_SKIN, near[i] ?? 0))
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
