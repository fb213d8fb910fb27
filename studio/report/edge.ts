import { blur } from '#studio/planes/blur.ts'
import type { Plane, Raster } from '#studio/picture/raster.ts'
import { lumaOf } from './banding.ts'

export interface EdgeMeasures {
  /**
   * Share of the edge's pixels brighter than both the subject inside and the backdrop outside of it: a pale rim.
   * A clean composite lies between the two.
   */
  brightHalo: number
  /** Share of the edge's pixels darker than both: a dark fringe. */
  darkHalo: number
  /** Half-transparent pixels per pixel of outline: how soft the cut is. */
  softWidthPx: number
}

/** Alpha within which a pixel is neither subject nor backdrop. */
const SOFT = { least: 0.05, most: 0.95 } as const
/** Neighbourhood that says what inside and outside look like, in face heights. */
const REACH = 0.035
/** A rim shows from about this much of the full range of code values; grain and hair stay under it. */
const OVERSHOOT = 0.06

/**
 * Measures the cut-out's edge on the finished picture: its softness, and its halo, a line round the subject that is
 * lighter or darker than both sides.
 * @param alpha the subject's share on the same pixels
 * @param faceHeightPx forehead to chin
 */
export function measureEdge(raster: Raster, alpha: Plane, faceHeightPx: number): EdgeMeasures {
  const luma = lumaOf(raster)
  const reach = Math.max(2, REACH * faceHeightPx)
  const inside = localMean(luma, alpha, (a) => a >= SOFT.most, reach)
  const outside = localMean(luma, alpha, (a) => a <= SOFT.least / 2, reach)
  let judged = 0
  let bright = 0
  let dark = 0
  let soft = 0
  for (let i = 0; i < luma.data.length; i++) {
    const a = alpha.data[i] ?? 0
    if (a <= SOFT.least || a >= SOFT.most) continue
    soft++
    const [near, far] = [inside[i] ?? NaN, outside[i] ?? NaN]
    if (Number.isNaN(near) || Number.isNaN(far)) continue
    judged++
    const value = luma.data[i] ?? 0
    if (value > Math.max(near, far) + OVERSHOOT) bright++
    else if (value < Math.min(near, far) - OVERSHOOT) dark++
  }
  const outline = outlineLength(alpha)
  return {
    brightHalo: judged > 0 ? bright / judged : 0,
    darkHalo: judged > 0 ? dark / judged : 0,
    softWidthPx: outline > 0 ? soft / outline : 0,
  }
}

/** Mean of the picture around each pixel over those whose alpha qualifies; NaN where none is near. */
function localMean(
  luma: Plane,
  alpha: Plane,
  qualifies: (alpha: number) => boolean,
  reach: number,
): Float32Array {
  const { width, height } = luma
  const mask = Float32Array.from(alpha.data, (a) => (qualifies(a) ? 1 : 0))
  const weight = blur({ width, height, data: mask }, reach).data
  const masked = luma.data.map((value, i) => value * (mask[i] ?? 0))
  const sum = blur({ width, height, data: masked }, reach).data
  return sum.map((value, i) => ((weight[i] ?? 0) > 0.01 ? value / (weight[i] ?? 1) : NaN))
}

/** Pixels whose right or lower neighbour lies on the other side of half coverage. */
function outlineLength({ width, height, data }: Plane): number {
  let count = 0
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const i = y * width + x
      const isIn = (data[i] ?? 0) > 0.5
      if (isIn !== (data[i + 1] ?? 0) > 0.5 || isIn !== (data[i + width] ?? 0) > 0.5) count++
    }
  }
  return count
}
