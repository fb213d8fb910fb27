import type { Plane, Raster } from '#studio/raster.ts'
import { colourOpinion } from './colour-opinion.ts'
import { blur, createPlane, distanceTo, enlarge, opening, reduce, smoothstep } from './filters.ts'
import { guidedFilter, solveMatte, type Guide } from './laplacian.ts'
import type { HeadGeometry } from './segmentation.ts'
import { isolate, NET_SLACK, trimapOf, type Trimap } from './trimap.ts'

/** Half the width of the broadest lock of hair that stands off the head. */
const STRAND = 0.014
const KERNEL_RADIUS = 3
const KERNEL_EPS = 1e-4
const ITERATIONS = 50

/** Colour planes 0..1 of an 8-bit raster. */
export function guideOf(raster: Raster): Guide {
  const size = raster.width * raster.height
  const planes: Guide['planes'] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)]
  const [r, g, b] = planes
  const data = raster.data
  for (let i = 0; i < size; i++) {
    r[i] = (data[i * 3] ?? 0) / 255
    g[i] = (data[i * 3 + 1] ?? 0) / 255
    b[i] = (data[i * 3 + 2] ?? 0) / 255
  }
  return { width: raster.width, height: raster.height, planes }
}

/** The guide at half size, by area means. */
function halfGuide({ width, height, planes: [r, g, b] }: Guide): Guide {
  const half = (data: Float32Array) => reduce({ width, height, data }, 2)
  const red = half(r)
  return { width: red.width, height: red.height, planes: [red.data, half(g).data, half(b).data] }
}

/**
 * Alpha of the person whose face is given, 0..1 at the picture's size.
 * @param person "person" probability from `segmentHeadAndBody`
 */
export function matteOf(guide: Guide, person: Plane, head: HeadGeometry): Plane {
  const { width, height } = guide
  const half = halfGuide(guide)
  const halfPerson = reduce(person, 2)
  const halfFace = reduce({ width, height, data: head.face }, 2).data
  const body = isolate(halfPerson, head, halfFace)
  const trimap = trimapOf(halfPerson, body, head, halfFace)
  const opinion = colourOpinion(half, trimap, halfPerson, head.faceHeight / 2)
  const solved = solveMatte({
    guide: half,
    wanted: opinion.wanted,
    trust: opinion.trust,
    radius: KERNEL_RADIUS,
    eps: KERNEL_EPS,
    iterations: ITERATIONS,
    tolerance: 1e-3,
  })
  clearHaze({ ...halfPerson, data: solved }, trimap, head.faceHeight / 2)
  const coarse = enlarge({ width: half.width, height: half.height, data: solved }, width, height)
  const fine = guidedFilter(guide, coarse.data, 5, 2e-5)
  const limit = enlarge(limitOf(halfPerson, head.faceHeight / 2), width, height)
  const out = createPlane(width, height)
  for (let i = 0; i < fine.length; i++) out.data[i] = Math.min(settle(fine[i] ?? 0), limit.data[i] ?? 0)
  tailor(out, head)
  for (let i = 0; i < fine.length; i++) {
    const value = out.data[i] ?? 0
    out.data[i] = value < 0.01 ? 0 : value > 0.99 ? 1 : value
  }
  return out
}

/** Cloth and jaw have a firm, smooth edge: below the eyes the outline is drawn so. */
function tailor(alpha: Plane, head: HeadGeometry): void {
  const { width, height } = alpha
  const soft = blur(alpha, head.faceHeight * 0.005).data
  const skin = blur({ width, height, data: head.face }, head.faceHeight * 0.03).data
  for (let y = Math.floor(head.eyeY); y < height; y++) {
    const cloth = smoothstep(head.chinY, head.chinY + head.faceHeight * 0.3, y)
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      // The jaw's edge is as firm, wherever no hair falls over it.
      const share = Math.max(cloth, smoothstep(0.02, 0.2, skin[i] ?? 0))
      if (share > 0)
        alpha.data[i] =
          (alpha.data[i] ?? 0) + (smoothstep(0.22, 0.78, soft[i] ?? 0) - (alpha.data[i] ?? 0)) * share
    }
  }
}

/**
 * Strands outside the outline are thin; what is faint and wide there is background of the hair's colour,
 * or focus blur, which may be drawn in a little.
 */
function clearHaze(alpha: Plane, trimap: Trimap, unit: number): void {
  const wide = opening(alpha, Math.max(2, Math.round(unit * STRAND))).data
  for (let i = 0; i < wide.length; i++) {
    if (trimap.known[i] || (trimap.wanted[i] ?? 0) > 0.5) continue
    const haze = wide[i] ?? 0
    const away = smoothstep(0.008, 0.028, (trimap.fromOutline[i] ?? 0) / unit)
    const kept = haze * smoothstep(0.2 + 0.3 * away, 0.7 + 0.15 * away, haze)
    alpha.data[i] = Math.max(0, (alpha.data[i] ?? 0) - haze + kept)
  }
}

/** Takes the haze off what is nearly empty and closes what is nearly full; the middle keeps its slope. */
function settle(alpha: number): number {
  const t = Math.min(1, Math.max(0, (alpha - 0.07) / 0.86))
  return t + 0.6 * t * (1 - t) * (t - 0.45)
}

/** Nothing is subject where the net, with its slack, sees none. */
function limitOf(person: Plane, unit: number): Plane {
  const { width, height, data } = person
  const seen = Uint8Array.from(data, (value) => (value > 0.35 ? 1 : 0))
  const distance = distanceTo(seen, width, height)
  const slack = unit * NET_SLACK
  return { width, height, data: distance.map((value) => 1 - smoothstep(slack, slack * 2.2, value)) }
}
