import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import type { Plane, Raster, Size } from '#studio/raster.ts'
import { areasAround, areasOfChange, wholeArea } from '#studio/planes/areas.ts'
import type { Area } from '#studio/planes/areas.ts'
import { colourOpinion } from './colour-opinion.ts'
import { blur, blurWithin, blurReach } from '#studio/planes/blur.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { opening } from '#studio/planes/opening.ts'
import { enlargeInto, reduce } from '#studio/planes/resize.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { keepEarrings } from './earrings.ts'
import { cheekLines } from './cheek-outlines.ts'
import { crownLines } from './crown-outline.ts'
import { earLines } from './ear-outlines.ts'
import { addEars, sureEars } from './ears.ts'
import { boundLines, edgeLines, enterLines, type FirmLine } from './firm-lines.ts'
import { openGaps } from './gaps.ts'
import { guidedEnlarge, solveMatte, type Guide } from './laplacian.ts'
import { openLobes } from './lobe-corners.ts'
import { above, inverse } from '#studio/planes/mask.ts'
import { neckLines } from './neck-outlines.ts'
import type { HeadGeometry } from './segmentation.ts'
import { drawShoulders } from './shoulders.ts'
import { skinOrHair } from './skin-or-hair.ts'
import { addStrands } from './strands.ts'
import { hairLines } from './hair-outline.ts'
import { addTextureOpinion, fineDetail } from './texture-opinion.ts'
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
/** Where the net sees less than this of a person, away from its outline, nothing wide is hair. */
const GLIMPSE = [0.02, 0.15] as const
/** Ears reach so far above the eyes, fractions of the face height. */
const ABOVE_EYES = 0.14
/** How much of what has hair's texture is hair, whatever its colour. */
const HAIRY = 0.6
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
  return withRoom((room) => {
    const [r, g, b] = [room.floats(size), room.floats(size), room.floats(size)]
    kernels.planesOf(room.put(data), size, r, g, b)
    return {
      width,
      height,
      planes: [room.takeFloats(r, size), room.takeFloats(g, size), room.takeFloats(b, size)],
    }
  })
}

/** The guide at half size, by area means. */
function halfGuide({ width, height, planes: [r, g, b] }: Guide): Guide {
  const half = (data: Float32Array) => reduce({ width, height, data }, 2)
  const red = half(r)
  return { width: red.width, height: red.height, planes: [red.data, half(g).data, half(b).data] }
}

/**
 * The matte: alpha of the person whose face is given, how much of each pixel is theirs, 0..1 at the picture's size.
 * @param halfPerson "person" probability from `segmentHeadAndBody`, at half the picture's size
 */
export function matteOf(guide: Guide, halfPerson: Plane, head: HeadGeometry): Plane {
  const { width, height } = guide
  const half = halfGuide(guide)
  const halfFace = reduce({ width, height, data: head.face }, 2).data
  const strands = addStrands(half, halfPerson, head, halfFace)
  addEars(half, halfPerson, head, halfFace)
  const body = isolate(halfPerson, head, halfFace, strands)
  const detail = fineDetail(guide, head)
  const { certain, edges, hair } = drawLines(half, detail, halfPerson, body, head, halfFace)
  const shoulders = drawShoulders(half, halfPerson, body, head)
  const trimap = trimapOf(halfPerson, body, head, halfFace)
  for (let i = 0; i < strands.length; i++)
    if ((shoulders.certain[i] ?? 0) || (certain[i] ?? 0) || ((strands[i] ?? 0) && (body[i] ?? 0)))
      trimap.known[i] = 1
  const unknown = areasAround(inverse(trimap.known), half.width, half.height, KNOWN_MARGIN)
  const opinion = colourOpinion(half, trimap, halfPerson, head.faceHeight / 2)
  const { smooth, textured } = addTextureOpinion(opinion, detail, trimap, halfPerson, head)
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
  // What the Laplacian carries over from the hair into smooth background would stand there as a ghost, and where hair and
  // background have one colour it leaves a notch.
  for (let i = 0; i < solved.length; i++) {
    const value = solved[i] ?? 0
    solved[i] = (value + (1 - value) * HAIRY * (textured[i] ?? 0)) * (1 - (smooth[i] ?? 0))
  }
  const alpha = { ...halfPerson, data: solved }
  clearHaze(alpha, halfPerson, trimap, textured, unknown, head)
  dropIslands(alpha, halfFace)
  openGaps(half, alpha, trimap.fromOutline, head, halfFace)
  keepEarrings(half, alpha, head)
  const size = width * height
  return withRoom((room) => {
    const out = guidedEnlarge(room, half, solved, guide, EDGE_RADIUS, EDGE_EPS)
    const limit = room.floats(size)
    const small = room.put(limitOf(halfPerson, head).data)
    enlargeInto(room, half, small, guide, undefined, [wholeArea(guide)], limit)
    kernels.settle(out, limit, size)
    tailor(room, out, shoulders.drawn, guide, head)
    kernels.snap(out, size)
    const alpha = { width, height, data: room.takeFloats(out, size) }
    boundLines(hair, alpha)
    edgeLines(edges, alpha, head)
    return alpha
  })
}

/** What drawn outlines say. */
interface Drawn {
  /** 1 where they leave no doubt, at half size. */
  certain: Uint8Array
  /** Outlines of skin, whose edges are firm. */
  edges: FirmLine[]
  /** Outlines of short hair. */
  hair: FirmLine[]
}

/** Draws the outlines that are seen clearly and enters them in `person` and `body`; all at half size. */
function drawLines(
  half: Guide,
  detail: Plane,
  person: Plane,
  body: Uint8Array,
  head: HeadGeometry,
  face: Float32Array,
): Drawn {
  const judge = skinOrHair(half, body, head, face)
  const ears = earLines(half, person, body, head, face, judge)
  const certain = new Uint8Array(body.length)
  enterLines(ears, person, body, certain, head)
  const cheeks = cheekLines(half, person, body, head, face, judge)
  enterLines(cheeks, person, body, certain, head)
  const necks = neckLines(half, person, body, head, judge)
  enterLines(necks, person, body, certain, head)
  const openEars = openLobes(half, person, body, certain, head, ears, cheeks)
  const crown = crownLines(half, person, body, head, face)
  enterLines(crown, person, body, certain, head)
  const sure = sureEars(person, body, head, face, judge)
  const hair = hairLines(detail, body, head)
  enterLines(hair, person, body, certain, head)
  for (let i = 0; i < sure.length; i++) if (sure[i] ?? 0) certain[i] = 1
  return { certain, edges: [...crown, ...cheeks, ...necks, ...openEars], hair }
}

/**
 * Cloth and jaw have a firm, smooth edge: below the eyes the outline is drawn so.
 * @param alpha a plane in the room
 * @param drawn 1 on the shoulders' edge at half size
 */
function tailor(room: Room, alpha: Pointer, drawn: Uint8Array, size: Size, head: HeadGeometry): void {
  const { width, height } = size
  const reach = head.faceHeight * CLOTH_SMOOTHING
  const areas = areasOfChange(room, alpha, size, blurReach(reach))
  const bytes = width * height * 4
  const [soft, smooth] = [room.copyOf(alpha, bytes), room.copyOf(alpha, bytes)]
  blurWithin(size, soft, head.faceHeight * JAW_SMOOTHING, areas)
  // Shoulders run in long lines: where cloth and wall are alike, the net's steps would show in them.
  blurWithin(size, smooth, reach, areas)
  // The jaw's edge is as firm as cloth, wherever no hair falls over it.
  const skin = blur({ width, height, data: head.face }, head.faceHeight * 0.03).data
  const lows = Float32Array.from({ length: height }, (_, y) =>
    smoothstep(head.chinY, head.chinY + head.faceHeight * 0.3, y),
  )
  const top = Math.max(0, Math.floor(head.eyeY))
  const edge = room.put(drawn)
  kernels.tailor(alpha, soft, smooth, room.put(skin), edge, width, height, top, room.put(lows))
}

/**
 * Strands outside the outline are thin; what is faint and wide there is background of the hair's colour,
 * or focus blur, which may be drawn in a little.
 */
function clearHaze(
  alpha: Plane,
  person: Plane,
  trimap: Trimap,
  textured: Float32Array,
  unknown: readonly Area[],
  head: HeadGeometry,
): void {
  const unit = head.faceHeight / 2
  // From the brows down, what the net misses may be an ear.
  const brows = Math.round(head.eyeY / 2 - unit * ABOVE_EYES) * alpha.width
  const wide = opening(alpha, Math.max(2, Math.round(unit * STRAND)), unknown).data
  for (let i = 0; i < wide.length; i++) {
    if (trimap.known[i] || (trimap.wanted[i] ?? 0) > 0.5) continue
    const haze = wide[i] ?? 0
    const away = smoothstep(0.008, 0.028, (trimap.fromOutline[i] ?? 0) / unit)
    const faint = 1 - smoothstep(0.2 + 0.3 * away, 0.7 + 0.15 * away, haze)
    const unseen = i > brows ? 0 : away * (1 - smoothstep(...GLIMPSE, person.data[i] ?? 0))
    const kept = haze * (1 - faint * (1 - (textured[i] ?? 0))) * (1 - unseen)
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
