import { LINEAR_OF_BYTE, luminance } from '#studio/picture/color.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { faceHeight } from './landmarks.ts'

/** The light a selfie was taken in, read from the skin. Deterministic. */
export interface SelfieLight {
  /** Where the main light stands: 0 behind the camera, positive towards the picture's right, at most ±90. */
  azimuthDeg: number
  /** Positive above the eyes. */
  elevationDeg: number
  /** What the main light adds across the face against its mean: 0 is even light, about 0.5 a window at the side. */
  contrast: number
  /** ln(left half / right half) of the skin's mean luminance; positive when the picture's left is brighter. */
  leftToRight: number
  /** Root mean square of log luminance that a single soft light leaves unexplained: hard shadows, spots, beard. */
  unevenness: number
}

const VERTICES = 468
const TERMS = 4
/** Width of the surface patch a vertex takes its normal from, as a fraction of the face height. */
const PATCH = 0.07
/** Normals at the cheeks' rims rest on few vertices: they are believed up to this slope. */
const STEEPEST = 2.5
const OUTLIER_SPREADS = 2.5

interface Sample {
  /** 1, and the normal: x to the right, y down, z towards the lens. */
  terms: readonly [number, number, number, number]
  luminance: number
  left: boolean
}

/** Nearness below which a vertex is left out, and the squared distance where it begins, in squared reaches. */
const LEAST_NEAR = 0.01
const FARTHEST = -2 * Math.log(LEAST_NEAR)

/** Normal of the mesh at a vertex: plane through its neighbours, weighted by their nearness. */
function normalAt(mesh: Float32Array, vertex: number, reach: number): [number, number, number] {
  const x0 = mesh[vertex * 3] ?? 0
  const y0 = mesh[vertex * 3 + 1] ?? 0
  const spread = reach * reach
  let w = 0
  let [mx, my, mh] = [0, 0, 0]
  let [xx, xy, yy, xh, yh] = [0, 0, 0, 0, 0]
  for (let v = 0; v < VERTICES; v++) {
    const dx = (mesh[v * 3] ?? 0) - x0
    const dy = (mesh[v * 3 + 1] ?? 0) - y0
    const squared = dx * dx + dy * dy
    if (squared > FARTHEST * spread) continue
    const near = Math.exp(-squared / (2 * spread))
    const height = -(mesh[v * 3 + 2] ?? 0)
    w += near
    mx += near * dx
    my += near * dy
    mh += near * height
    xx += near * dx * dx
    xy += near * dx * dy
    yy += near * dy * dy
    xh += near * dx * height
    yh += near * dy * height
  }
  mx /= w
  my /= w
  mh /= w
  const ridge = 0.02 * reach * reach
  const a = xx / w - mx * mx + ridge
  const b = xy / w - mx * my
  const c = yy / w - my * my + ridge
  const p = xh / w - mx * mh
  const q = yh / w - my * mh
  const slopeX = Math.max(-STEEPEST, Math.min(STEEPEST, (c * p - b * q) / (a * c - b * b)))
  const slopeY = Math.max(-STEEPEST, Math.min(STEEPEST, (a * q - b * p) / (a * c - b * b)))
  const length = Math.hypot(slopeX, slopeY, 1)
  return [-slopeX / length, -slopeY / length, 1 / length]
}

function luminanceNear(
  raster: Raster,
  skin: Float32Array,
  x: number,
  y: number,
  reach: number,
): number | null {
  let sum = 0
  let count = 0
  let seen = 0
  for (let row = Math.round(y - reach); row <= y + reach; row++) {
    for (let column = Math.round(x - reach); column <= x + reach; column++) {
      seen++
      if (row < 0 || column < 0 || row >= raster.height || column >= raster.width) continue
      const i = row * raster.width + column
      if ((skin[i] ?? 0) < 0.5) continue
      sum += luminance(
        LINEAR_OF_BYTE[raster.data[i * 3] ?? 0] ?? 0,
        LINEAR_OF_BYTE[raster.data[i * 3 + 1] ?? 0] ?? 0,
        LINEAR_OF_BYTE[raster.data[i * 3 + 2] ?? 0] ?? 0,
      )
      count++
    }
  }
  return count > seen * 0.7 ? sum / count : null
}

/** Least squares of luminance on (1, normal), by Gaussian elimination; a ridge keeps a flat face solvable. */
function fit(samples: readonly Sample[]): number[] {
  const rows = Array.from({ length: TERMS }, () => new Float64Array(TERMS + 1))
  for (const { terms, luminance: value } of samples) {
    rows.forEach((row, p) => {
      for (let q = 0; q < TERMS; q++) row[q] = (row[q] ?? 0) + (terms[p] ?? 0) * (terms[q] ?? 0)
      row[TERMS] = (row[TERMS] ?? 0) + (terms[p] ?? 0) * value
    })
  }
  rows.forEach((row, p) => (row[p] = (row[p] ?? 0) + (p === 0 ? 1e-6 : 0.01 * samples.length)))
  rows.forEach((pivot, k) => {
    for (const row of rows.slice(k + 1)) {
      const factor = (row[k] ?? 0) / (pivot[k] ?? 1)
      for (let q = k; q <= TERMS; q++) row[q] = (row[q] ?? 0) - factor * (pivot[q] ?? 0)
    }
  })
  const out = new Array<number>(TERMS).fill(0)
  for (let k = TERMS - 1; k >= 0; k--) {
    let sum = rows[k]?.[TERMS] ?? 0
    for (let q = k + 1; q < TERMS; q++) sum -= (rows[k]?.[q] ?? 0) * (out[q] ?? 0)
    out[k] = sum / (rows[k]?.[k] ?? 1)
  }
  return out
}

const predicted = (sample: Sample, light: readonly number[]) =>
  sample.terms.reduce((sum, term, k) => sum + term * (light[k] ?? 0), 0)

const degrees = (radians: number) => (radians * 180) / Math.PI

/**
 * Reads the light off the facial skin: one soft (order-1) light fitted to linear luminance over the mesh's
 * normals (Ramamoorthi, Hanrahan 2001: order 1 carries most of what diffuse skin shows), twice, the second
 * time without what the first leaves far off.
 * @param mesh FaceMesh in the raster's pixels
 * @param skin 1 on facial skin
 */
export function measureLight(raster: Raster, mesh: Float32Array, skin: Float32Array): SelfieLight {
  const tall = faceHeight(mesh)
  const middleX = ((mesh[234 * 3] ?? 0) + (mesh[454 * 3] ?? 0)) / 2
  const samples: Sample[] = []
  for (let v = 0; v < VERTICES; v++) {
    const x = mesh[v * 3] ?? 0
    const value = luminanceNear(raster, skin, x, mesh[v * 3 + 1] ?? 0, Math.max(1, tall * 0.012))
    if (value === null) continue
    samples.push({ terms: [1, ...normalAt(mesh, v, tall * PATCH)], luminance: value, left: x < middleX })
  }
  if (samples.length < TERMS * 4)
    return { azimuthDeg: 0, elevationDeg: 0, contrast: 0, leftToRight: 0, unevenness: 0 }
  const first = fit(samples)
  const misses = samples.map((sample) => Math.abs(sample.luminance - predicted(sample, first)))
  const limit = OUTLIER_SPREADS * 1.48 * (misses.toSorted((p, q) => p - q)[misses.length >> 1] ?? 0) + 1e-4
  const light = fit(samples.filter((_, index) => (misses[index] ?? 0) <= limit))
  const [, bx = 0, by = 0, bz = 0] = light
  const mean = average(samples.map((sample) => sample.luminance))
  const side = (left: boolean) =>
    average(samples.filter((sample) => sample.left === left).map((sample) => sample.luminance))
  const off = samples.map(
    (sample) => Math.log(Math.max(0.002, sample.luminance) / Math.max(0.002, predicted(sample, light))) ** 2,
  )
  return {
    azimuthDeg: degrees(Math.atan2(bx, Math.max(Math.abs(bz), 1e-6))),
    elevationDeg: degrees(Math.atan2(-by, Math.max(Math.hypot(bx, bz), 1e-6))),
    contrast: Math.hypot(bx, by) / Math.max(0.002, mean),
    leftToRight: Math.log(Math.max(0.002, side(true)) / Math.max(0.002, side(false))),
    unevenness: Math.sqrt(average(off)),
  }
}

function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
