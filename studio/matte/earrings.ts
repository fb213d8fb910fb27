import type { Plane } from '#studio/raster.ts'
import type { Guide } from './laplacian.ts'
import { partsOf } from '#studio/planes/parts.ts'
import type { HeadGeometry } from './segmentation.ts'

/** Lengths as fractions of the face height: earrings hang beside the face, between eyes and chin, */
const ASIDE_FROM = 0.25
const ASIDE_TO = 0.6
/** and one that the subject surrounds covers so much, in square face heights. */
const SMALLEST = 0.0006
const LARGEST = 0.004
/** What lies so near shows what the background is like there. */
const AROUND = 0.2
/** Alpha below which pixels hang together: of a half transparent one, then of ones that touch a gap softly. */
const LIMITS = [0.97, 0.5, 0.2] as const
const EMPTY = 0.05
/** Squared distance of colours that are alike, and the share of the background that may be like an earring: gaps have a fifth and more. */
const ALIKE = 0.012
const LARGEST_SHARE = 0.04
/** Pixels round a hole in which it fades out. */
const EDGE = 2

/** Share of the empty pixels near the hole that have its colour; 1 where there are none. */
function shareOfWall(guide: Guide, alpha: Plane, hole: readonly number[], reach: number): number {
  const { width, height, data } = alpha
  const mean = guide.planes.map((plane) => {
    let [sum, weight] = [0, 1e-6]
    for (const i of hole) {
      const open = 1 - (data[i] ?? 0)
      sum += open * (plane[i] ?? 0)
      weight += open
    }
    return sum / weight
  })
  const own = new Set(hole)
  const first = hole[0] ?? 0
  const [x0, y0] = [first % width, Math.floor(first / width)]
  let empty = 0
  let alike = 0
  for (let y = Math.max(0, y0 - reach); y <= Math.min(height - 1, y0 + reach); y++) {
    for (let x = Math.max(0, x0 - reach); x <= Math.min(width - 1, x0 + reach); x++) {
      const i = y * width + x
      if ((data[i] ?? 0) > EMPTY || own.has(i)) continue
      const squared = guide.planes.reduce((sum, plane, c) => sum + ((plane[i] ?? 0) - (mean[c] ?? 0)) ** 2, 0)
      empty++
      if (squared < ALIKE) alike++
    }
  }
  return empty > 0 ? alike / empty : 1
}

/**
 * Earrings before hair or skin have colours the subject has nowhere else, and come out as holes: a small hole
 * beside the face through which no background is seen is closed. Changes `alpha` in place.
 * @param guide half size, as alpha
 */
export function keepEarrings(guide: Guide, alpha: Plane, head: HeadGeometry): void {
  const { width, height, data } = alpha
  const unit = head.faceHeight / 2
  const [top, bottom] = [Math.max(0, Math.floor(head.eyeY / 2)), Math.min(height, Math.ceil(head.chinY / 2))]
  const aside = (i: number) => Math.abs((i % width) - head.centreX / 2) / unit
  for (const limit of LIMITS) {
    const mask = new Uint8Array(bottom * width)
    for (let i = top * width; i < mask.length; i++)
      mask[i] = (data[i] ?? 0) < limit && aside(i) < ASIDE_TO ? 1 : 0
    for (const hole of partsOf(mask, width)) {
      const area = hole.length / unit ** 2
      if (area < SMALLEST || area > LARGEST) continue
      const outside = hole.some((i) => {
        const y = Math.floor(i / width)
        return aside(i) < ASIDE_FROM || aside(i) > ASIDE_TO - EDGE / unit || y <= top || y >= bottom - 1
      })
      if (outside || shareOfWall(guide, alpha, hole, Math.round(unit * AROUND)) > LARGEST_SHARE) continue
      for (const i of hole) data[i] = 1
      for (const i of hole)
        for (let dy = -EDGE; dy <= EDGE; dy++)
          for (let dx = -EDGE; dx <= EDGE; dx++) {
            const j = i + dy * width + dx
            if ((data[j] ?? 0) >= limit) data[j] = 1
          }
    }
  }
}
