import { blur } from '#studio/planes/blur.ts'
import { dilation, opening } from '#studio/planes/opening.ts'
import { extentOf, partsOf } from '#studio/planes/parts.ts'
import { lumaAt } from './patch.ts'
import type { Patch } from './patch.ts'

/** Half the width below which a bright spot can be lint, and the length up to which it is, face heights. */
const SPECK = 0.008
const LENGTH = 0.04
/** Luma over the cloth about it from which a spot is seen, code values. */
const SEEN = 0.05
/** Spread of the surroundings in which spots are counted, face heights, and the share of spots that make a pattern. */
const AROUND = 0.05
const PATTERN = 0.02
/** Spread of what takes the place of a spot, in the spot's half widths. */
const FILL = 2

/**
 * Takes lint off cloth, in place: single bright specks and short fibers on cloth that is otherwise even. What repeats
 * is the cloth's pattern and stays, as do buttons and seams, which are larger.
 * @param cloth 1 where cloth is, 0 elsewhere; @param unit upper forehead to chin, pixels
 */
export function withoutLint(patch: Patch, cloth: Uint8Array, unit: number, degree: number): void {
  const { width, height } = patch
  const planeOf = (data: Float32Array) => ({ width, height, data })
  const radius = Math.max(1, Math.round(SPECK * unit))
  const luma = Float32Array.from(cloth, (_, i) => lumaAt(patch, i))
  const even = opening(planeOf(luma), radius).data
  const spots = cloth.map((here, i) => (here && (luma[i] ?? 0) - (even[i] ?? 0) > SEEN ? 1 : 0))
  const share = blur(planeOf(Float32Array.from(spots)), AROUND * unit).data
  const ofCloth = blur(planeOf(Float32Array.from(cloth)), AROUND * unit).data
  const longest = LENGTH * unit
  const lint = new Float32Array(spots.length)
  for (const part of partsOf(spots, width)) {
    const first = part[0] ?? 0
    if ((share[first] ?? 0) > PATTERN * (ofCloth[first] ?? 0)) continue
    if (extentOf(part, width) <= longest) for (const i of part) lint[i] = 1
  }
  // A speck's own rim is darker than the speck and still not the cloth.
  const soft = blur(dilation(planeOf(lint), Math.ceil(radius / 2)), radius / 4).data
  const clear = soft.map((value, i) => (cloth[i] ?? 0) * (1 - value))
  const near = blur(planeOf(clear), FILL * radius).data
  for (const channel of [patch.r, patch.g, patch.b]) {
    const filled = blur(planeOf(channel.map((value, i) => value * (clear[i] ?? 0))), FILL * radius).data
    for (let i = 0; i < soft.length; i++) {
      const [spot, around] = [soft[i] ?? 0, near[i] ?? 0]
      if (spot > 0 && around > 0)
        channel[i] = (channel[i] ?? 0) + degree * spot * ((filled[i] ?? 0) / around - (channel[i] ?? 0))
    }
  }
}
