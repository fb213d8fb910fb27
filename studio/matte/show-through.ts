import type { Size } from '#studio/picture/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { Guide } from './guided-filter.ts'

/** Pixels that count as the subject's, and as the background's, colours near by: alpha and "person" probability. */
const SURE = { alpha: 0.95, person: 0.9 } as const
const EMPTY = { alpha: 0.03, person: 0.1 } as const
/** How far colours are near, as a fraction of the face height, and the share of sure pixels that tells them. */
const NEAR = 0.12
const LEAST_SHARE = 0.02
/** Probability range in which the people net becomes so sure that nothing is removed. */
const PERSON = [0.6, 0.9] as const
/** Squared distance of the two colours, of RGB 0..1, from which on they can be told apart, in part and wholly. */
const APART = [0.02, 0.08] as const
/** How far a pixel lies on the way from the background's colour to the subject's, and how far off that way, to be background. */
const ON_THE_WAY = [0.15, 0.5] as const
const OFF_THE_WAY = [0.05, 0.15] as const

/**
 * How much of each pixel is background seen through hair, 0..1: the part explained by the near background's colour
 * and not by the subject's. 0 where both colours are alike, or the people net is sure.
 * @param guide of the planes' size
 * @param unit forehead to chin in its pixels
 */
export function shownThrough(
  { width, height, planes }: Guide,
  { person, alpha }: { person: Float32Array; alpha: Float32Array },
  unit: number,
): Float32Array {
  const size = { width, height }
  const subject = nearMean(
    planes,
    alpha.map((a, i) => Number(a > SURE.alpha && (person[i] ?? 0) > SURE.person)),
    size,
    NEAR * unit,
  )
  const background = nearMean(
    planes,
    alpha.map((a, i) => Number(a < EMPTY.alpha && (person[i] ?? 0) < EMPTY.person)),
    size,
    NEAR * unit,
  )
  return alpha.map((a, i) => {
    const likely = person[i] ?? 0
    const isTold = Math.min(subject.share[i] ?? 0, background.share[i] ?? 0) >= LEAST_SHARE
    if (a === 0 || likely >= PERSON[1] || !isTold) return 0
    const back = background.at(i)
    const way = difference(subject.at(i), back)
    const own = difference([planes[0][i] ?? 0, planes[1][i] ?? 0, planes[2][i] ?? 0], back)
    const apart = dot(way, way)
    if (apart <= APART[0]) return 0
    const along = dot(own, way) / apart
    const off = Math.sqrt(Math.max(0, dot(own, own) - along * along * apart))
    return (
      (1 - smoothstep(...ON_THE_WAY, along)) *
      (1 - smoothstep(...OFF_THE_WAY, off)) *
      smoothstep(...APART, apart) *
      (1 - smoothstep(...PERSON, likely))
    )
  })
}

type Colour = readonly [number, number, number]

/** The mean colour of the chosen pixels near each pixel, and their share among the near pixels. */
function nearMean([red, green, blue]: Guide['planes'], chosen: Float32Array, size: Size, sigma: number) {
  const near = (data: Float32Array): Float32Array => blur({ ...size, data }, sigma).data
  const share = near(chosen)
  const sums = [red, green, blue].map((plane) => near(plane.map((value, i) => value * (chosen[i] ?? 0))))
  const at = (i: number): Colour => {
    const mean = (k: number): number => (sums[k]?.[i] ?? 0) / (share[i] ?? 1)
    return [mean(0), mean(1), mean(2)]
  }
  return { share, at }
}

const difference = (a: Colour, b: Colour): Colour => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Colour, b: Colour): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
