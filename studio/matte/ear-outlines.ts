import type { Plane, Size } from '#studio/raster.ts'
import { blur, smoothstep } from './filters.ts'
import { binsOf, histogram } from './histogram.ts'
import type { Guide } from './laplacian.ts'
import { above, both, inverse } from './mask.ts'
import { drawOutline, smoothed } from './outline.ts'
import type { Ray } from './outline.ts'
import type { HeadGeometry } from './segmentation.ts'

/** Lengths as fractions of the face height. Below a lobe the outline leaps in by this, over so many rows, */
const LEAP = 0.03
const LEAP_OVER = 0.05
/** so far below the eyes. */
const LOBE_FROM = 0.08
const LOBE_TO = 0.5
/** An ear's spine lies this far inside its rim, and reaches so far up from the lobe's end. */
const INSIDE = 0.055
const SPINE = 0.2
/** An ear stands off from the face's oval by this. */
const STANDS_OFF = 0.05
/** Rays at the spine's ends fan out inwards by this beyond straight up and down, radians. */
const FAN_UP = 1
const FAN_DOWN = 1.2
/** No ray finds the rim farther off, and by so many pixels farther than its neighbour at most. */
const FARTHEST = 0.16
const STEEPEST = 0.7
/** How far the net may miss of an ear, and take of what is beside it. */
const MISSED = 0.075
const TAKEN = 0.065
/** Over this length the net's line is believed; blur along the drawn one. */
const LINE = 0.02
const ROUGHNESS = 0.008
/** The background is sampled this far from the line, over this length of it. */
const SAMPLE_FROM = 0.012
const SAMPLE_TO = 0.05
const SAMPLE_ALONG = 0.1
/** The ear's own colours are learnt this share of the way from the rim to the spine. */
const CORE = 0.85
/** An ear has many colours, before a plain background: that tells little against it. */
const SPREAD_SHARE = 0.3
/** What a clear edge is worth, the net's log odds, and what a pixel of one costs left outside: rims are bright. */
const EDGE_SHARE = 12
const NET_SHARE = 0.1
const LEFT_SHARE = 2.5
/**
 * The line holds where both sides look like themselves rather than the other and where it runs along a clear edge, by
 * this together, and at its ends by the colours alone: hair and jaw have clear edges too.
 */
const EVIDENCE = 1.2
const EDGE_WORTH = 2
const END_CONTRAST = 1
/** It is seen over this length of the line, and to be drawn for this length without a gap. */
const EVIDENCE_ALONG = 0.02
const LEAST_LENGTH = 0.25
/** A colour is the face's that covers so much of it, and the hair's that is so common there and so much likelier. */
const SKIN_SHARE = 0.001
const HAIR_SHARE = 0.01
const LIKELIER = 2
/** Hair is what lies higher than this above the eyes outside of the face. */
const ABOVE_EYES = 0.15
/** Of -1 (hair) to 1 (skin), an ear that is seen has more on its spine, inside its line, and inside its ends. */
const SKIN_ON_SPINE = 0.2
const SKIN_INSIDE = -0.1
const END_SKIN = 0.2
/** Hair that hangs behind an ear shows at the lobe, the line's last share: so much of what is beyond it there. */
const LOBE = 0.2
const HAIR_BELOW = 0.3
/** Beside the line, ear and background are certain from the first to the second distance. */
const FIRM = 0.007
const CERTAIN = 0.045
/** So many pixels unlike the background in a row are something else: hair, the jaw. */
const OTHERS = 3
/** The edge is drawn this far to either side of the line; over this length at its ends it gives way. */
const EDGE_REACH = 0.016
const END = 0.012
/**
 * Half the width in pixels of the edge's step from background to ear, and how far inside the line it lies in the
 * picture: cameras draw contours along edges.
 */
const SOFT = 1.5
const INSET = 0.75

/** An ear's rim, from the helix to the lobe; in pixels of the guide. */
interface EarLine {
  /** On the line, towards the ear. */
  rays: readonly Ray[]
  /** 0..1: how far the line counts there. */
  share: Float32Array
  /** How far beyond the line all is background. */
  beyond: Float32Array
}

interface Spine {
  /** Its upper and lower ends. */
  top: readonly [number, number]
  bottom: readonly [number, number]
  /** Towards the picture's side: -1 or 1. */
  side: number
}

/** Columns where the body ends on one side of the face, by row. */
function rimBeside(body: Uint8Array, width: number, height: number, side: number, centre: number) {
  return Float32Array.from({ length: height }, (_, y) => {
    let x = Math.round(centre)
    while (x > 0 && x < width - 1 && (body[y * width + x + side] ?? 0)) x += side
    return x
  })
}

function spineOf(
  body: Uint8Array,
  size: Size,
  head: HeadGeometry,
  face: Float32Array,
  side: number,
): Spine | null {
  const { width, height } = size
  const unit = head.faceHeight / 2
  const [eye, centre] = [head.eyeY / 2, head.centreX / 2]
  const rim = rimBeside(body, width, height, side, centre)
  const at = (y: number) => side * ((rim[Math.min(height - 1, Math.max(0, Math.round(y)))] ?? 0) - centre)
  let [lobe, leap] = [0, 0]
  for (let y = Math.round(eye + LOBE_FROM * unit); y < eye + LOBE_TO * unit; y++) {
    const step = at(y) - at(y + LEAP_OVER * unit)
    if (step > leap) [lobe, leap] = [y, step]
  }
  if (leap < LEAP * unit) return null
  // Where within the leap the lobe ends.
  const bottom = lobe + LEAP_OVER * unit * 0.5
  const low = bottom - INSIDE * unit
  const high = low - SPINE * unit
  let oval = 0
  const row = Math.round(low - (SPINE / 2) * unit)
  for (let x = 0; x < width; x++)
    if ((face[row * width + x] ?? 0) > 0.5) oval = Math.max(oval, side * (x - centre))
  if (at((low + high) / 2) - oval < STANDS_OFF * unit) return null
  const inside = (y: number) => centre + side * (at(y) - INSIDE * unit)
  return { top: [inside(high), high], bottom: [inside(low), low], side }
}

/** A rough rim, from above to below, with rays about a pixel apart. */
interface Rough {
  rays: Ray[]
  /** Pixels from the rim to the spine, per ray. */
  depths: Float32Array
}

function moved({ x, y, dx, dy }: Ray, pixels: number): Ray {
  return { x: x + pixels * dx, y: y + pixels * dy, dx, dy }
}

/** Rays from the spine outwards. */
function raysFrom({ top, bottom, side }: Spine, unit: number): Ray[] {
  const [[tx, ty], [bx, by]] = [top, bottom]
  const length = Math.hypot(bx - tx, by - ty)
  const square = Math.atan2((side * (tx - bx)) / length, (by - ty) / length)
  const turn = 1 / (unit * INSIDE * 1.3)
  const rayAt = (x: number, y: number, angle: number): Ray => ({
    x,
    y,
    dx: side * Math.cos(angle),
    dy: Math.sin(angle),
  })
  const rays: Ray[] = []
  for (let angle = -Math.PI / 2 - FAN_UP; angle < square; angle += turn) rays.push(rayAt(tx, ty, angle))
  for (let t = 0; t < length; t++)
    rays.push(rayAt(tx + ((bx - tx) * t) / length, ty + ((by - ty) * t) / length, square))
  for (let angle = square; angle < Math.PI / 2 + FAN_DOWN; angle += turn) rays.push(rayAt(bx, by, angle))
  return rays
}

/** Where the body ends on the rays from the spine, smoothed; null where the spine lies outside of it. */
function roughRim(spine: Spine, body: Uint8Array, { width, height }: Size, unit: number): Rough | null {
  const rays = raysFrom(spine, unit)
  const isBody = ({ x, y }: Ray) => {
    const [column, row] = [Math.round(x), Math.round(y)]
    return column >= 0 && row >= 0 && column < width && row < height && (body[row * width + column] ?? 0) > 0
  }
  const exits = rays.map((ray) => {
    let r = 0
    while (r < FARTHEST * unit && isBody(moved(ray, r))) r++
    return r
  })
  const leaves = exits.map((r) => r < FARTHEST * unit)
  const middle = rays.length >> 1
  if (!(leaves[middle] ?? false)) return null
  const first = leaves.lastIndexOf(false, middle) + 1
  const end = leaves.indexOf(false, middle)
  const last = end < 0 ? rays.length : end
  const depths = exits.slice(first, last)
  // What bulges more steeply is none of the ear.
  for (let k = 1; k < depths.length; k++)
    depths[k] = Math.min(depths[k] ?? 0, (depths[k - 1] ?? 0) + STEEPEST)
  for (let k = depths.length - 2; k >= 0; k--)
    depths[k] = Math.min(depths[k] ?? 0, (depths[k + 1] ?? 0) + STEEPEST)
  const line = smoothed(Float32Array.from(depths), LINE * unit)
  return {
    rays: rays.slice(first, last).map((ray, k) => {
      const { x, y, dx, dy } = moved(ray, line[k] ?? 0)
      return { x, y, dx: -dx, dy: -dy }
    }),
    depths: line,
  }
}

/** The longest stretch that holds. */
function longest(holds: readonly boolean[]): { from: number; to: number } {
  let [from, to] = [0, 0]
  for (let k = 0, start = 0; k <= holds.length; k++) {
    if (holds[k]) continue
    if (k - start > to - from) [from, to] = [start, k]
    start = k + 1
  }
  return { from, to }
}

/**
 * Visits the pixels within `reach` of a line with their distance from it, positive on the ear's side, and its share.
 * @param scale pixels of the picture visited per pixel of the guide
 */
function beside(
  line: EarLine,
  { width, height }: Size,
  scale: number,
  reach: number,
  visit: (pixel: number, distance: number, part: number) => void,
): void {
  const { rays, beyond, share } = line
  const place = (at: number) => (at + 0.5) * scale - 0.5
  const [xs, ys] = [rays.map(({ x }) => place(x)), rays.map(({ y }) => place(y))]
  const left = Math.max(0, Math.floor(Math.min(...xs) - reach))
  const top = Math.max(0, Math.floor(Math.min(...ys) - reach))
  const right = Math.min(width, Math.ceil(Math.max(...xs) + reach) + 1)
  const bottom = Math.min(height, Math.ceil(Math.max(...ys) + reach) + 1)
  const across = Math.max(0, right - left)
  const nearest = new Int16Array(across * Math.max(0, bottom - top)).fill(-1)
  const least = new Float32Array(nearest.length).fill(reach * reach)
  for (let k = 0; k < rays.length; k++) {
    const [x, y] = [xs[k] ?? 0, ys[k] ?? 0]
    for (let row = Math.max(top, Math.ceil(y - reach)); row <= Math.min(bottom - 1, y + reach); row++)
      for (
        let column = Math.max(left, Math.ceil(x - reach));
        column <= Math.min(right - 1, x + reach);
        column++
      ) {
        const at = (row - top) * across + column - left
        const squared = (x - column) ** 2 + (y - row) ** 2
        if (squared >= (least[at] ?? 0)) continue
        least[at] = squared
        nearest[at] = k
      }
  }
  for (let at = 0; at < nearest.length; at++) {
    const k = nearest[at] ?? -1
    const ray = rays[k]
    if (!ray) continue
    const [column, row] = [left + (at % across), top + Math.floor(at / across)]
    // Square to the line, not along the ray.
    const [before, after] = [Math.max(0, k - 2), Math.min(rays.length - 1, k + 2)]
    const [tx, ty] = [(xs[after] ?? 0) - (xs[before] ?? 0), (ys[after] ?? 0) - (ys[before] ?? 0)]
    const inwards = Math.sign(tx * ray.dy - ty * ray.dx)
    const aside = tx * (row - (ys[k] ?? 0)) - ty * (column - (xs[k] ?? 0))
    const distance = (inwards * aside) / Math.max(1e-6, Math.hypot(tx, ty))
    if (distance > -(beyond[k] ?? 0) * scale) visit(row * width + column, distance, share[k] ?? 0)
  }
}

/** Enters drawn ears in the net's person and in the body; 1 on pixels beside the lines that are certain by them. */
export function enterEars(
  lines: readonly EarLine[],
  person: Plane,
  body: Uint8Array,
  head: HeadGeometry,
): Uint8Array {
  const unit = head.faceHeight / 2
  const certain = new Uint8Array(body.length)
  for (const line of lines)
    beside(line, person, 1, unit * CERTAIN, (i, distance, share) => {
      const value = person.data[i] ?? 0
      person.data[i] = value + (smoothstep(-SOFT, SOFT, distance) - value) * share
      body[i] = (person.data[i] ?? 0) > 0.5 ? 1 : 0
      if (share === 1 && Math.abs(distance) > unit * FIRM) certain[i] = 1
    })
  return certain
}

/** Draws ears' edges in alpha, at the size of the picture. */
export function edgeEars(lines: readonly EarLine[], alpha: Plane, head: HeadGeometry): void {
  for (const line of lines)
    beside(line, alpha, 2, head.faceHeight * EDGE_REACH, (i, distance, share) => {
      const value = alpha.data[i] ?? 0
      alpha.data[i] = value + (smoothstep(-SOFT, SOFT, distance - INSET) - value) * share
    })
}

/** Says of a place in the guide: 1 where the colour is the face's, -1 where it is rather the hair's, 0 if neither's. */
type Judge = (x: number, y: number) => number

function skinOrHair(guide: Guide, body: Uint8Array, head: HeadGeometry, face: Float32Array): Judge {
  const { width, height } = guide
  const oval = above(face, 0.5)
  const hairline = Math.round(head.eyeY / 2 - (ABOVE_EYES * head.faceHeight) / 2) * width
  const hair = both(body, inverse(oval))
  hair.fill(0, Math.max(0, hairline))
  const colours = binsOf(guide)
  const [onFace, onHair] = [histogram(colours, oval), histogram(colours, hair)]
  return (x, y) => {
    const [column, row] = [Math.round(x), Math.round(y)]
    if (column < 0 || row < 0 || column >= width || row >= height) return 0
    const bin = colours[row * width + column] ?? 0
    const [asSkin, asHair] = [onFace?.[bin] ?? 0, onHair?.[bin] ?? 0]
    if (asHair > Math.max(LIKELIER * asSkin, HAIR_SHARE)) return -1
    return asSkin > SKIN_SHARE ? 1 : 0
  }
}

function mean(count: number, valueAt: (index: number) => number): number {
  let sum = 0
  for (let index = 0; index < count; index++) sum += valueAt(index)
  return sum / Math.max(1, count)
}

/** Whether an ear is seen, rather than the hair over it. */
function isBare({ top, bottom }: Spine, judge: Judge): boolean {
  const steps = Math.ceil(bottom[1] - top[1])
  const onSpine = mean(steps, (step) => {
    const share = step / steps
    return judge(top[0] + (bottom[0] - top[0]) * share, top[1] + (bottom[1] - top[1]) * share)
  })
  return onSpine > SKIN_ON_SPINE
}

/** The line of one ear, as far as it holds; null if that is not far enough. */
function lineOf(
  guide: Guide,
  person: Plane,
  body: Uint8Array,
  unit: number,
  rough: Rough,
  judge: Judge,
): EarLine | null {
  const search = {
    before: Math.round(unit * MISSED),
    beyond: Math.round(unit * TAKEN),
    near: Math.max(1, Math.round(unit * SAMPLE_FROM)),
    far: Math.round(unit * SAMPLE_TO),
    along: Math.round(unit * SAMPLE_ALONG),
    core: rough.depths.map((depth) => depth * CORE),
    spreadShare: SPREAD_SHARE,
    edgeShare: EDGE_SHARE,
    netShare: NET_SHARE,
    leftShare: LEFT_SHARE,
    roughness: Math.max(1, unit * ROUGHNESS),
  }
  const { rays } = rough
  const outline = drawOutline(guide, person, rays, search)
  const line = rays.map((ray, k) => moved(ray, outline.offsets[k] ?? 0))
  const isHair = ({ x, y }: Ray) =>
    judge(x, y) < 0 && (body[Math.round(y) * person.width + Math.round(x)] ?? 0) > 0
  const lobe = line.slice(Math.round(line.length * (1 - LOBE)))
  const hairBelow = mean(lobe.length, (k) => {
    const ray = lobe[k]
    return ray
      ? mean(search.far - search.near, (step) => (isHair(moved(ray, -search.near - step)) ? 1 : 0))
      : 0
  })
  if (hairBelow > HAIR_BELOW) return null
  const alongLine = (valueAt: (ray: Ray, k: number) => number) =>
    blur({ width: line.length, height: 1, data: Float32Array.from(line, valueAt) }, unit * EVIDENCE_ALONG)
      .data
  const contrast = alongLine((_, k) => outline.contrast(k))
  const edge = alongLine((_, k) => outline.edge(k))
  const skin = alongLine((ray) =>
    mean(search.far, (step) => {
      const { x, y } = moved(ray, step)
      return judge(x, y)
    }),
  )
  let { from, to } = longest(
    line.map(
      (_, k) => (contrast[k] ?? 0) + EDGE_WORTH * (edge[k] ?? 0) > EVIDENCE && (skin[k] ?? 0) > SKIN_INSIDE,
    ),
  )
  const isFirm = (k: number) => (contrast[k] ?? 0) > END_CONTRAST && (skin[k] ?? 0) > END_SKIN
  while (from < to && !isFirm(from)) from++
  while (to > from && !isFirm(to - 1)) to--
  if (to - from < unit * LEAST_LENGTH) return null
  const kept = line.slice(from, to)
  return {
    rays: kept,
    share: Float32Array.from(kept, (_, k) => smoothstep(0, unit * END, Math.min(k + 1, kept.length - k))),
    beyond: Float32Array.from(kept, (_, k) => {
      const start = outline.offsets[from + k] ?? 0
      let [step, others] = [Math.ceil(unit * FIRM * 2), 0]
      for (; step < unit * CERTAIN && others < OTHERS; step++)
        others = outline.isWall(from + k, start - step) ? 0 : others + 1
      return step - others
    }),
  }
}

/**
 * Ears that are seen have a firm, smooth rim, which the net, seeing 256 pixels across, cuts off or leaves; before a
 * background of nearly its colour it crumbles, and what stands in the notches beside it stays. The rim is drawn.
 * @param guide half size
 */
export function earLines(
  guide: Guide,
  person: Plane,
  body: Uint8Array,
  head: HeadGeometry,
  face: Float32Array,
): EarLine[] {
  const unit = head.faceHeight / 2
  const spines = [-1, 1].flatMap((side) => spineOf(body, person, head, face, side) ?? [])
  if (spines.length === 0) return []
  const judge = skinOrHair(guide, body, head, face)
  return spines.flatMap((spine) => {
    const rough = isBare(spine, judge) ? roughRim(spine, body, person, unit) : null
    return (rough && lineOf(guide, person, body, unit, rough, judge)) ?? []
  })
}
