import type { Plane, Raster } from '#studio/raster.ts'
import { areasAround } from './areas.ts'
import type { Area } from './areas.ts'
import { colourOpinion } from './colour-opinion.ts'
import {
  blur,
  blurredAreas,
  createPlane,
  distanceTo,
  enlarge,
  opening,
  reduce,
  smoothstep,
} from './filters.ts'
import { keepEarrings } from './earrings.ts'
import { addEars } from './ears.ts'
import { openGaps } from './gaps.ts'
import { guidedEnlarge, solveMatte, type Guide } from './laplacian.ts'
import { above, inverse } from './mask.ts'
import type { HeadGeometry } from './segmentation.ts'
import { drawShoulders } from './shoulders.ts'
import { addStrands } from './strands.ts'
import { addTextureOpinion } from './texture-opinion.ts'
import { connectedTo, isolate, NET_SLACK, trimapOf, type Trimap } from './trimap.ts'

/** Half the width of the broadest lock of hair that stands off the head. */
const STRAND = 0.014
/** Blur under the firm edges of jaw and cloth, fractions of the face height. */
const JAW_SMOOTHING = 0.005
const CLOTH_SMOOTHING = 0.009
/** How far cloth may lie outside the net's outline. */
const SHOULDER_SLACK = 0.01
/** Fainter than this, nothing hangs together. */
const FAINTEST_LINK = 0.05
const KERNEL_RADIUS = 3
const KERNEL_EPS = 1e-4
const ITERATIONS = 50
/** Against a third of it, alpha differs by a hundredth of a code value in the mean, and at most by 10 of 255. */
const RESIDUAL_LEFT = 3e-3
/** Pixels round the unknown ones that are solved with them: known ones give way a little beside a doubt. */
const KNOWN_MARGIN = 4
const EDGE_RADIUS = 3
const EDGE_EPS = 2e-5

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
 * @param halfPerson "person" probability from `segmentHeadAndBody`, at half the picture's size
 */
export function matteOf(guide: Guide, halfPerson: Plane, head: HeadGeometry): Plane {
  const { width, height } = guide
  const half = halfGuide(guide)
  const halfFace = reduce({ width, height, data: head.face }, 2).data
  const strands = addStrands(half, halfPerson, head, halfFace)
  addEars(half, halfPerson, head, halfFace)
  const body = isolate(halfPerson, head, halfFace, strands)
  const shoulders = drawShoulders(half, halfPerson, body, head)
  const trimap = trimapOf(halfPerson, body, head, halfFace)
  for (let i = 0; i < strands.length; i++)
    if ((shoulders.certain[i] ?? 0) || ((strands[i] ?? 0) && (body[i] ?? 0))) trimap.known[i] = 1
  const unknown = areasAround(inverse(trimap.known), half.width, half.height, KNOWN_MARGIN)
  const opinion = colourOpinion(half, trimap, halfPerson, head.faceHeight / 2)
  const smooth = addTextureOpinion(opinion, guide, trimap, halfPerson, head)
  const solved = solveMatte({
    guide: half,
    wanted: opinion.wanted,
    trust: opinion.trust,
    radius: KERNEL_RADIUS,
    eps: KERNEL_EPS,
    iterations: ITERATIONS,
    tolerance: RESIDUAL_LEFT,
    areas: unknown,
  })
  // What the Laplacian carries over from the hair into smooth background would stand there as a ghost.
  for (let i = 0; i < solved.length; i++) solved[i] = (solved[i] ?? 0) * (1 - (smooth[i] ?? 0))
  const alpha = { ...halfPerson, data: solved }
  clearHaze(alpha, trimap, unknown, head.faceHeight / 2)
  dropIslands(alpha, halfFace)
  openGaps(half, alpha, trimap.fromOutline, head, halfFace)
  keepEarrings(half, alpha, head)
  const fine = guidedEnlarge(half, solved, guide, EDGE_RADIUS, EDGE_EPS)
  const limit = enlarge(limitOf(halfPerson, head), width, height)
  const out = createPlane(width, height)
  for (let i = 0; i < fine.length; i++) out.data[i] = Math.min(settle(fine[i] ?? 0), limit.data[i] ?? 0)
  tailor(out, shoulders.drawn, head)
  for (let i = 0; i < fine.length; i++) {
    const value = out.data[i] ?? 0
    out.data[i] = value < 0.01 ? 0 : value > 0.99 ? 1 : value
  }
  return out
}

/**
 * Cloth and jaw have a firm, smooth edge: below the eyes the outline is drawn so.
 * @param drawn 1 on the shoulders' edge at half size
 */
function tailor(alpha: Plane, drawn: Uint8Array, head: HeadGeometry): void {
  const { width, height } = alpha
  const areas = blurredAreas(alpha, head.faceHeight * CLOTH_SMOOTHING)
  const soft = blur(alpha, head.faceHeight * JAW_SMOOTHING, areas).data
  const smooth = blur(alpha, head.faceHeight * CLOTH_SMOOTHING, areas).data
  const skin = blur({ width, height, data: head.face }, head.faceHeight * 0.03).data
  for (let y = Math.floor(head.eyeY); y < height; y++) {
    const low = smoothstep(head.chinY, head.chinY + head.faceHeight * 0.3, y)
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const cloth = (drawn[(y >> 1) * Math.ceil(width / 2) + (x >> 1)] ?? 0) > 0 ? 1 : low
      // The jaw's edge is as firm, wherever no hair falls over it.
      const share = Math.max(cloth, smoothstep(0.02, 0.2, skin[i] ?? 0))
      if (share <= 0) continue
      // Shoulders run in long lines: where cloth and wall are alike, the net's steps would show in them.
      const line = (soft[i] ?? 0) + ((smooth[i] ?? 0) - (soft[i] ?? 0)) * cloth
      const firm = smoothstep(0.22 + 0.1 * cloth, 0.78 - 0.1 * cloth, line)
      alpha.data[i] = (alpha.data[i] ?? 0) + (firm - (alpha.data[i] ?? 0)) * share
    }
  }
}

/**
 * Strands outside the outline are thin; what is faint and wide there is background of the hair's colour,
 * or focus blur, which may be drawn in a little.
 */
function clearHaze(alpha: Plane, trimap: Trimap, unknown: readonly Area[], unit: number): void {
  const wide = opening(alpha, Math.max(2, Math.round(unit * STRAND)), unknown).data
  for (let i = 0; i < wide.length; i++) {
    if (trimap.known[i] || (trimap.wanted[i] ?? 0) > 0.5) continue
    const haze = wide[i] ?? 0
    const away = smoothstep(0.008, 0.028, (trimap.fromOutline[i] ?? 0) / unit)
    const kept = haze * smoothstep(0.2 + 0.3 * away, 0.7 + 0.15 * away, haze)
    alpha.data[i] = Math.max(0, (alpha.data[i] ?? 0) - haze + kept)
  }
}

/** What does not hang together with the face is a speck of the background, however faint. */
function dropIslands(alpha: Plane, face: Float32Array): void {
  const { width, height, data } = alpha
  const linked = above(data, FAINTEST_LINK)
  const own = connectedTo(linked, face, width, height)
  for (let i = 0; i < data.length; i++) if (!(own[i] ?? 0)) data[i] = 0
}

/** Takes the haze off what is nearly empty and closes what is nearly full; the middle keeps its slope. */
function settle(alpha: number): number {
  const t = Math.min(1, Math.max(0, (alpha - 0.07) / 0.86))
  return t + 0.6 * t * (1 - t) * (t - 0.45)
}

/** Nothing is subject where the net, with its slack, sees none. */
function limitOf(person: Plane, head: HeadGeometry): Plane {
  const { width, height, data } = person
  const unit = head.faceHeight / 2
  const seen = above(data, 0.35)
  const distance = distanceTo(seen, width, height)
  for (let y = 0; y < height; y++) {
    // Shoulders have no strands to win back: a bump on them is something behind.
    const below = smoothstep(head.chinY / 2, head.chinY / 2 + 0.25 * unit, y)
    const slack = unit * (NET_SLACK + (SHOULDER_SLACK - NET_SLACK) * below)
    for (let i = y * width; i < (y + 1) * width; i++)
      distance[i] = 1 - smoothstep(slack, slack * 2.2, distance[i] ?? 0)
  }
  return { width, height, data: distance }
}
