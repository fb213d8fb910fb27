import type { Plane, Size } from '#studio/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { Guide } from './laplacian.ts'
import { drawOutline } from './outline.ts'
import type { Outline, Ray } from './outline.ts'
import type { HeadGeometry } from './segmentation.ts'
import type { Judge } from './skin-or-hair.ts'

/** Lengths as fractions of the face height. Both sides are sampled this far from the line, over this length of it. */
const SAMPLE_FROM = 0.012
const SAMPLE_TO = 0.05
const SAMPLE_ALONG = 0.1
/** Skin in light and shade has many colours, before a plain background: that tells little against it. */
const SPREAD_SHARE = 0.3
/** What a clear edge is worth, and the net's log odds if nothing else is said. */
const EDGE_SHARE = 12
const NET_SHARE = 0.1
/**
 * The line holds where both sides look like themselves rather than the other and where it runs along a clear edge, by
 * this together, and at its ends by the colours alone: hair and jaw have clear edges too.
 */
const EVIDENCE = 1.2
const EDGE_WORTH = 2
const END_CONTRAST = 1
/** It is seen over this length of the line. */
const EVIDENCE_ALONG = 0.02
/** Of -1 (hair) to 1 (skin), skin has more inside its line, and inside its ends. */
const SKIN_INSIDE = -0.1
const END_SKIN = 0.2
/** Beside the line, skin and background are certain from the first to the second distance. */
const FIRM = 0.007
const CERTAIN = 0.045
/** Over a stray hair's length from the line, in shares of what is not certain there, hair fades out and grows whole. */
const STRAYS = 0.3
/** So many pixels unlike the background in a row are something else: hair, the jaw. */
const OTHERS = 3
/** The edge is drawn this far to either side of the line. */
export const EDGE_REACH = 0.016
/**
 * Half the width in pixels of the edge's step from background to skin, and how far inside the line it lies in the
 * picture: cameras draw contours along edges.
 */
const SOFT = 1.5
const INSET = 0.75

/**
 * An outline of skin or of short hair that is sharp enough to be drawn as a line, unlike loose hair, whose alpha is
 * solved; in pixels of the guide.
 */
export interface FirmLine {
  /** On the line, towards the subject. */
  rays: readonly Ray[]
  /** 0..1: how far the line counts there. */
  share: Float32Array
  /** How far beyond the line all is background. */
  beyond: Float32Array
  /** Nearer to the line than this nothing is certain. */
  firm: number
}

/** How a line is sought: see `drawOutline`; lengths as fractions of the face height. */
interface Seeking {
  /** The face height in pixels. */
  unit: number
  before: number
  beyond: number
  netShare?: number
  leftShare: number
  outerShare: number
  mostUnlike: number
  roughness: number
  /** In pixels. */
  core: Float32Array
  coreAlong: number
}

/** A line found, and what speaks for it along its length. */
interface Found {
  line: readonly Ray[]
  outline: Outline
  contrast: Float32Array
  edge: Float32Array
  /** Of -1 (hair) to 1 (skin), inside of it. */
  skin: Float32Array
}

export function moved({ x, y, dx, dy }: Ray, pixels: number): Ray {
  return { x: x + pixels * dx, y: y + pixels * dy, dx, dy }
}

export function mean(count: number, valueAt: (index: number) => number): number {
  let sum = 0
  for (let index = 0; index < count; index++) sum += valueAt(index)
  return sum / Math.max(1, count)
}

/** Luma of a place in the guide. */
export function lumaAt({ width, height, planes: [r, g, b] }: Guide, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)))
  const i = Math.min(height - 1, Math.max(0, Math.round(y))) * width + column
  return 0.299 * (r[i] ?? 0) + 0.587 * (g[i] ?? 0) + 0.114 * (b[i] ?? 0)
}

/** The longest stretch that holds. */
export function longest(holds: readonly boolean[]): { from: number; to: number } {
  let [from, to] = [0, 0]
  for (let k = 0, start = 0; k <= holds.length; k++) {
    if (holds[k]) continue
    if (k - start > to - from) [from, to] = [start, k]
    start = k + 1
  }
  return { from, to }
}

/** Pixels along a ray, from the first to the last that are asked for, to where it leaves the body. */
export function exitOf(
  ray: Ray,
  body: Uint8Array,
  { width, height }: Size,
  first: number,
  last: number,
): number {
  const isBody = ({ x, y }: Ray) => {
    const [column, row] = [Math.round(x), Math.round(y)]
    return column >= 0 && row >= 0 && column < width && row < height && (body[row * width + column] ?? 0) > 0
  }
  let r = first
  while (r < last && isBody(moved(ray, r))) r++
  return r
}

/** Depths, none of which lies more than `steepest` beyond its neighbours. */
export function levelled(depths: readonly number[], steepest: number): number[] {
  const out = [...depths]
  for (let k = 1; k < out.length; k++) out[k] = Math.min(out[k] ?? 0, (out[k - 1] ?? 0) + steepest)
  for (let k = out.length - 2; k >= 0; k--) out[k] = Math.min(out[k] ?? 0, (out[k + 1] ?? 0) + steepest)
  return out
}

/** Mean of what lies beside a line, on the skin's side (1) or beyond it (-1). */
export function meanBeside(ray: Ray, unit: number, side: -1 | 1, valueAt: (place: Ray) => number): number {
  const [near, far] = samples(unit)
  return mean(far - near, (step) => valueAt(moved(ray, side * (near + step))))
}

const samples = (unit: number) =>
  [Math.max(1, Math.round(unit * SAMPLE_FROM)), Math.round(unit * SAMPLE_TO)] as const

/** Draws a line of skin near the rough one that the rays begin on. */
export function seekLine(
  guide: Guide,
  person: Plane,
  rays: readonly Ray[],
  judge: Judge,
  seeking: Seeking,
): Found {
  const { unit, netShare = NET_SHARE, leftShare, outerShare, mostUnlike, core } = seeking
  const [near, far] = samples(unit)
  const outline = drawOutline(guide, person, rays, {
    before: Math.round(unit * seeking.before),
    beyond: Math.round(unit * seeking.beyond),
    near,
    far,
    along: Math.round(unit * SAMPLE_ALONG),
    core,
    coreAlong: Math.round(unit * seeking.coreAlong),
    spreadShare: SPREAD_SHARE,
    edgeShare: EDGE_SHARE,
    netShare,
    leftShare,
    outerShare,
    mostUnlike,
    roughness: Math.max(1, unit * seeking.roughness),
  })
  const line = rays.map((ray, k) => moved(ray, outline.offsets[k] ?? 0))
  const alongLine = (valueAt: (ray: Ray, k: number) => number) =>
    blur({ width: line.length, height: 1, data: Float32Array.from(line, valueAt) }, unit * EVIDENCE_ALONG)
      .data
  return {
    line,
    outline,
    contrast: alongLine((_, k) => outline.contrast(k)),
    edge: alongLine((_, k) => outline.edge(k)),
    skin: alongLine((ray) =>
      mean(far, (step) => {
        const { x, y } = moved(ray, step)
        return judge(x, y)
      }),
    ),
  }
}

/** The longest part of a found line that holds; null where it is shorter than `least`; over `end` it gives way. */
export function firmPart(
  { line, outline, contrast, edge, skin }: Found,
  unit: number,
  least: number,
  end: number,
): FirmLine | null {
  const holds = (k: number) =>
    (contrast[k] ?? 0) + EDGE_WORTH * (edge[k] ?? 0) > EVIDENCE && (skin[k] ?? 0) > SKIN_INSIDE
  let { from, to } = longest(line.map((_, k) => holds(k)))
  const isFirm = (k: number) => (contrast[k] ?? 0) > END_CONTRAST && (skin[k] ?? 0) > END_SKIN
  while (from < to && !isFirm(from)) from++
  while (to > from && !isFirm(to - 1)) to--
  if (to - from < unit * least) return null
  const rays = line.slice(from, to)
  return {
    rays,
    share: Float32Array.from(rays, (_, k) => smoothstep(0, unit * end, Math.min(k + 1, rays.length - k))),
    beyond: Float32Array.from(rays, (_, k) => {
      const start = outline.offsets[from + k] ?? 0
      let [step, others] = [Math.ceil(unit * FIRM * 2), 0]
      for (; step < unit * CERTAIN && others < OTHERS; step++)
        others = outline.isWall(from + k, start - step) ? 0 : others + 1
      return step - others
    }),
    firm: unit * FIRM,
  }
}

/**
 * Visits the pixels within `reach` of a line with their distance from it, positive on the subject's side, its share,
 * and whether they lie ahead of one of its ends.
 * @param scale pixels of the picture visited per pixel of the guide
 */
function beside(
  line: FirmLine,
  { width, height }: Size,
  scale: number,
  reach: number,
  visit: (pixel: number, distance: number, part: number, isAhead: boolean) => void,
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
    const [x, y] = [column - (xs[k] ?? 0), row - (ys[k] ?? 0)]
    const inwards = Math.sign(tx * ray.dy - ty * ray.dx)
    const aside = tx * y - ty * x
    const along = tx * x + ty * y
    const isAhead = (k === 0 && along < 0) || (k === rays.length - 1 && along > 0)
    const distance = (inwards * aside) / Math.max(1e-6, Math.hypot(tx, ty))
    if (distance > -(beyond[k] ?? 0) * scale) visit(row * width + column, distance, share[k] ?? 0, isAhead)
  }
}

/**
 * Enters drawn lines in the net's person and in the body, but where `certain` says that they are known; it becomes 1 on
 * pixels beside the lines that are certain by them.
 */
export function enterLines(
  lines: readonly FirmLine[],
  person: Plane,
  body: Uint8Array,
  certain: Uint8Array,
  head: HeadGeometry,
): void {
  const unit = head.faceHeight / 2
  for (const line of lines) {
    const known = Uint8Array.from(certain)
    beside(line, person, 1, Math.max(unit * CERTAIN, ...line.beyond), (i, distance, share) => {
      if (known[i] ?? 0) return
      const value = person.data[i] ?? 0
      person.data[i] = value + (smoothstep(-SOFT, SOFT, distance) - value) * share
      body[i] = (person.data[i] ?? 0) > 0.5 ? 1 : 0
      if (share === 1 && Math.abs(distance) > line.firm) certain[i] = 1
    })
  }
}

/** Draws the lines' edges in alpha, at the size of the picture. */
export function edgeLines(lines: readonly FirmLine[], alpha: Plane, head: HeadGeometry): void {
  for (const line of lines)
    beside(line, alpha, 2, head.faceHeight * EDGE_REACH, (i, distance, share, isAhead) => {
      // Ahead of an ear's line are cheek and hair, which it would notch.
      if (isAhead) return
      const value = alpha.data[i] ?? 0
      alpha.data[i] = value + (smoothstep(-SOFT, SOFT, distance - INSET) - value) * share
    })
}

/** Keeps alpha whole within the lines of hair and empty beyond them, but for what is not certain; at the size of the picture. */
export function boundLines(lines: readonly FirmLine[], alpha: Plane): void {
  for (const line of lines) {
    const firm = 2 * line.firm
    beside(line, alpha, 2, 2 * firm, (i, distance, share) => {
      const value = alpha.data[i] ?? 0
      const away = distance / firm
      const bounded = Math.min(smoothstep(-1, -STRAYS, away), Math.max(smoothstep(STRAYS, 1, away), value))
      alpha.data[i] = value + (bounded - value) * share
    })
  }
}
