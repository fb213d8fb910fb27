import type { Plane, Raster } from '#studio/picture/raster.ts'
import { colourOpinion } from './colour-opinion.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { connectedTo } from '#studio/planes/parts.ts'
import { opening } from '#studio/planes/opening.ts'
import { enlarge, reduce } from '#studio/planes/resize.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { openGaps } from './gaps.ts'
import { guidedFilter, solveMatte, type Guide } from './laplacian.ts'
import { above, inverse } from '#studio/planes/mask.ts'
import type { HeadGeometry } from './segmentation.ts'
import { addStrands } from './strands.ts'
import { isolate, NET_SLACK, trimapOf, type Trimap } from './trimap.ts'

/** Half the width of the broadest lock of hair that stands off the head. */
const STRAND = 0.014
/** How far cloth may lie outside the net's outline. */
const SHOULDER_SLACK = 0.01
/** Fainter than this, nothing hangs together. */
const FAINTEST_LINK = 0.05
/** Where the net sees less than this of a person, away from its outline, nothing wide is hair. */
const GLIMPSE = [0.02, 0.15] as const
/** Ears reach so far above the eyes, fractions of the face height. */
const ABOVE_EYES = 0.14
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
export function guideOf({ width, height, data }: Raster): Guide {
  const size = width * height
  const [r, g, b] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)]
  for (let i = 0, at = 0; i < size; i++, at += 3) {
    r[i] = (data[at] ?? 0) / 255
    g[i] = (data[at + 1] ?? 0) / 255
    b[i] = (data[at + 2] ?? 0) / 255
  }
  return { width, height, planes: [r, g, b] }
}

/** The guide at half size, by area means. */
export function halfGuide({ width, height, planes: [r, g, b] }: Guide): Guide {
  const half = (data: Float32Array) => reduce({ width, height, data }, 2)
  const red = half(r)
  return { width: red.width, height: red.height, planes: [red.data, half(g).data, half(b).data] }
}

/** What a matte is made from. */
export interface Cutting {
  guide: Guide
  /** "Person" probability from `segmentHeadAndBody`, at half the picture's size. */
  person: Plane
  head: HeadGeometry
}

/**
 * The matte by a net's alpha in place of colours and equation: what is the net's alone of other people, or of things, goes
 * as it does there. See `matteOf`.
 * @param alpha at whatever size the net gives it
 */
export function matteOfNet({ guide, person, head }: Cutting, alpha: Plane): Plane {
  const half = halfGuide(guide)
  const halfFace = reduce({ ...guide, data: head.face }, 2).data
  isolate(person, head, halfFace, addStrands(half, person, head, halfFace))
  const own = enlarge(alpha, half)
  dropIslands(own, halfFace)
  return settled(own.data, half, { guide, person, head })
}

/**
 * Alpha at the picture's size, less the haze of what is nearly empty, and closed where it is nearly full; the middle keeps
 * its slope. Never more than the segmentation allows, and nothing all but empty or full.
 */
function settled(solved: Float32Array, half: Guide, { guide, person, head }: Cutting): Plane {
  const alpha = guidedFilter(guide, solved, EDGE_RADIUS, EDGE_EPS, half)
  const limit = enlarge(limitOf(person, head), guide).data
  for (let i = 0; i < alpha.length; i++) {
    const t = Math.min(1, Math.max(0, ((alpha[i] ?? 0) - 0.07) / 0.86))
    const own = Math.min(limit[i] ?? 0, t + 0.6 * t * (1 - t) * (t - 0.45))
    alpha[i] = own < 0.01 ? 0 : own > 0.99 ? 1 : own
  }
  return { width: guide.width, height: guide.height, data: alpha }
}

/**
 * The matte: alpha of the person whose face is given, how much of each pixel is theirs, 0..1 at the picture's size.
 */
export function matteOf({ guide, person: halfPerson, head }: Cutting): Plane {
  const half = halfGuide(guide)
  const halfFace = reduce({ ...guide, data: head.face }, 2).data
  const strands = addStrands(half, halfPerson, head, halfFace)
  const body = isolate(halfPerson, head, halfFace, strands)
  const trimap = trimapOf(halfPerson, body, head, halfFace)
  for (let i = 0; i < strands.length; i++) if ((strands[i] ?? 0) && (body[i] ?? 0)) trimap.known[i] = 1
  const opinion = colourOpinion(half, trimap, halfPerson, head.faceHeight / 2)
  const solved = solveMatte({
    guide: half,
    wanted: opinion.wanted,
    trust: opinion.trust,
    radius: KERNEL_RADIUS,
    eps: KERNEL_EPS,
    iterations: ITERATIONS,
    tolerance: RESIDUAL_LEFT,
    sought: inverse(trimap.known),
    margin: KNOWN_MARGIN,
  })
  const alpha = { ...halfPerson, data: solved }
  clearHaze(alpha, halfPerson, trimap, head)
  dropIslands(alpha, halfFace)
  openGaps(half, alpha, trimap.fromOutline, head, halfFace)
  return settled(solved, half, { guide, person: halfPerson, head })
}

/**
 * Strands outside the outline are thin; what is faint and wide there is background of the hair's colour,
 * or focus blur, which may be drawn in a little.
 */
function clearHaze(alpha: Plane, person: Plane, trimap: Trimap, head: HeadGeometry): void {
  const unit = head.faceHeight / 2
  // From the brows down, what the net misses may be an ear.
  const brows = Math.round(head.eyeY / 2 - unit * ABOVE_EYES) * alpha.width
  const wide = opening(alpha, Math.max(2, Math.round(unit * STRAND))).data
  for (let i = 0; i < wide.length; i++) {
    if (trimap.known[i] || (trimap.wanted[i] ?? 0) > 0.5) continue
    const haze = wide[i] ?? 0
    const away = smoothstep(0.008, 0.028, (trimap.fromOutline[i] ?? 0) / unit)
    const faint = 1 - smoothstep(0.2 + 0.3 * away, 0.7 + 0.15 * away, haze)
    const unseen = i > brows ? 0 : away * (1 - smoothstep(...GLIMPSE, person.data[i] ?? 0))
    const kept = haze * (1 - faint) * (1 - unseen)
    alpha.data[i] = Math.max(0, (alpha.data[i] ?? 0) - haze + kept)
  }
}

/** What does not hang together with the face is a speck of the background, however faint. */
function dropIslands(alpha: Plane, face: Float32Array): void {
  const { width, data } = alpha
  const linked = above(data, FAINTEST_LINK)
  const own = connectedTo(linked, face, width)
  for (let i = 0; i < data.length; i++) if (!(own[i] ?? 0)) data[i] = 0
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
