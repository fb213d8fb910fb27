import type { Plane, Size } from '#studio/raster.ts'
import { exitOf, firmPart, levelled, mean, meanBeside, moved, seekLine } from './firm-lines.ts'
import type { FirmLine } from './firm-lines.ts'
import type { Guide } from './laplacian.ts'
import { smoothed, UNLIKE } from './outline.ts'
import type { Ray } from './outline.ts'
import type { HeadGeometry } from './segmentation.ts'
import type { Judge } from './skin-or-hair.ts'

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
/** What a pixel of a clear edge costs that is left outside: rims are bright. */
const LEFT_SHARE = 2.5
/** Over this length the net's line is believed; blur along the drawn one. */
const LINE = 0.02
const ROUGHNESS = 0.008
/** The ear's own colours are learnt this share of the way from the rim to the spine. */
const CORE = 0.85
/** An ear is drawn for this length without a gap. */
const LEAST_LENGTH = 0.25
/** Over this length at its ends the line gives way. */
const END = 0.012
/** A helix bends one way: a dent this deep at most is where its colours are the background's. */
const DENT = 0.014
/** Of -1 (hair) to 1 (skin), an ear that is seen has more on its spine. */
const SKIN_ON_SPINE = 0.2
/** Hair that hangs behind an ear shows at the lobe, the line's last share: so much of what is beyond it there. */
const LOBE = 0.2
const HAIR_BELOW = 0.3

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
function roughRim(spine: Spine, body: Uint8Array, size: Size, unit: number): Rough | null {
  const rays = raysFrom(spine, unit)
  const exits = rays.map((ray) => exitOf(ray, body, size, 0, FARTHEST * unit))
  const leaves = exits.map((r) => r < FARTHEST * unit)
  const middle = rays.length >> 1
  if (!(leaves[middle] ?? false)) return null
  const first = leaves.lastIndexOf(false, middle) + 1
  const end = leaves.indexOf(false, middle)
  const last = end < 0 ? rays.length : end
  // What bulges more steeply is none of the ear.
  const depths = levelled(exits.slice(first, last), STEEPEST)
  const line = smoothed(Float32Array.from(depths), LINE * unit)
  return {
    rays: rays.slice(first, last).map((ray, k) => {
      const { x, y, dx, dy } = moved(ray, line[k] ?? 0)
      return { x, y, dx: -dx, dy: -dy }
    }),
    depths: line,
  }
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
): FirmLine | null {
  const found = seekLine(guide, person, rough.rays, judge, {
    unit,
    before: MISSED,
    beyond: TAKEN,
    leftShare: LEFT_SHARE,
    outerShare: 0,
    mostUnlike: UNLIKE,
    roughness: ROUGHNESS,
    core: rough.depths.map((depth) => depth * CORE),
    coreAlong: rough.rays.length / unit,
  })
  const { line } = found
  const isHair = ({ x, y }: Ray) =>
    judge(x, y) < 0 && (body[Math.round(y) * person.width + Math.round(x)] ?? 0) > 0
  const lobe = line.slice(Math.round(line.length * (1 - LOBE)))
  const hairBelow = mean(lobe.length, (k) => {
    const ray = lobe[k]
    return ray ? meanBeside(ray, unit, -1, (place) => (isHair(place) ? 1 : 0)) : 0
  })
  return hairBelow > HAIR_BELOW ? null : firmPart(found, unit, LEAST_LENGTH, END)
}

/** How far one ray's place lies outside the chord between two others, measured on its own way outwards. */
function outsideChord(from: Ray, to: Ray, { x, y, dx, dy }: Ray): number {
  const [nx, ny] = [to.y - from.y, from.x - to.x]
  const way = -(nx * dx + ny * dy)
  return Math.abs(way) < 1e-6 ? 0 : (nx * (x - from.x) + ny * (y - from.y)) / way
}

/** The rim's rays with the dents filled in what lies above `lowest`. */
export function withoutDents(rays: readonly Ray[], lowest: number, deepest: number): Ray[] {
  const end = rays.findIndex(({ y }) => y >= lowest)
  const corners: Ray[] = []
  for (const ray of rays.slice(0, end < 0 ? rays.length : end)) {
    for (;;) {
      const [before, last] = [corners.at(-2), corners.at(-1)]
      if (!before || !last || outsideChord(before, ray, last) >= 0) break
      corners.pop()
    }
    corners.push(ray)
  }
  const out = [...rays]
  corners.slice(1).forEach((to, k) => {
    const from = corners[k]
    if (!from) return
    const [first, last] = [rays.indexOf(from), rays.indexOf(to)]
    const depths = rays.slice(first, last).map((ray) => -outsideChord(from, to, ray))
    if (Math.max(...depths) > deepest) return
    depths.forEach((depth, step) => {
      const ray = rays[first + step]
      if (ray) out[first + step] = moved(ray, -depth)
    })
  })
  return out
}

/**
 * Ears that are seen have a firm, smooth rim, which the net, seeing 256 pixels across, cuts off or leaves; before a
 * background of nearly its colour it crumbles, and what stands in the notches beside it stays. The rim is drawn.
 * @param guide half size, as everything else
 */
export function earLines(
  guide: Guide,
  person: Plane,
  body: Uint8Array,
  head: HeadGeometry,
  face: Float32Array,
  judge: Judge,
): FirmLine[] {
  const unit = head.faceHeight / 2
  const spines = [-1, 1].flatMap((side) => spineOf(body, person, head, face, side) ?? [])
  return spines.flatMap((spine) => {
    const rough = isBare(spine, judge) ? roughRim(spine, body, person, unit) : null
    const line = rough && lineOf(guide, person, body, unit, rough, judge)
    const helixEnds = (spine.top[1] + spine.bottom[1]) / 2
    return line ? [{ ...line, rays: withoutDents(line.rays, helixEnds, DENT * unit) }] : []
  })
}
