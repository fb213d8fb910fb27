import type { Plane, Size } from '#studio/raster.ts'
import { exitOf, firmPart, levelled, longest, lumaAt, moved, seekLine } from './firm-lines.ts'
import type { FirmLine } from './firm-lines.ts'
import type { Guide } from './laplacian.ts'
import { smoothed } from './outline.ts'
import type { Ray } from './outline.ts'
import type { HeadGeometry } from './segmentation.ts'
import type { Judge } from './skin-or-hair.ts'

/** Cheeks run from this far above the eyes, a fraction of the face height, */
const ABOVE_EYES = 0.1
/** to this far below level, radians, seen from the face's middle, which lies within the oval by about this. */
const JAW_ENDS = 1.1
const OVAL_RADIUS = 0.65
/** Pixels of the oval's edge from ray to ray. */
const RAY_STEP = 1
/** Lengths as fractions of the face height. The oval is seen as a smooth line over this length. */
const OVAL_LINE = 0.03
/** From so far within the oval a turned head's cheek may end, */
const WITHIN_OVAL = 0.07
/** and no body ends farther than this beyond it where cheek is its edge. */
const FARTHEST = 0.06
/** Where the body ends so much farther out than beside this share of the cheek, it is an ear, the neck, a collar. */
const STANDS_OFF = 0.02
const PLAIN_SHARE = 0.4
/** So near to those it is left. */
const BESIDE_OTHERS = 0.05
/** By so many pixels farther than its neighbour a ray finds the outline at most. */
const STEEPEST = 0.35
/** Over this length the net's line is believed; blur along the drawn one. */
const LINE = 0.02
const ROUGHNESS = 0.05
/** How far the net may miss of a cheek, and take of what is beside it. */
const MISSED = 0.02
const TAKEN = 0.035
/** The cheek's own colours are learnt this far within, over this length. */
const CORE = 0.08
const CORE_ALONG = 0.15
/** What the clearest edge costs that is left outside: a rim that shines belongs to the cheek. */
const OUTER_SHARE = 20
/** What is like neither side is rather the background's, which may be anything: half of what it could be against it. */
const MOST_UNLIKE = 2.5
/** A rim this wide that is by this much lighter than the cheek, code values 0..1, for this share of it, is lit. */
const RIM = 0.025
const RIM_LIGHT = 0.3
const LIT_SHARE = 0.3
/** A cheek is drawn for this length without a gap. */
const LEAST_LENGTH = 0.12
/** Over this length at its ends the line gives way. */
const END = 0.04

/** Rays on one side of the oval's edge, square to it and outwards, from above to below, about a pixel apart. */
function raysOnOval(face: Float32Array, { width }: Size, head: HeadGeometry, side: number): Ray[] {
  const unit = head.faceHeight / 2
  const [centre, eye, chin] = [head.centreX / 2, head.eyeY / 2, head.chinY / 2]
  const middle = (eye + chin) / 2
  const isFace = (x: number, y: number) => (face[Math.round(y) * width + Math.round(x)] ?? 0) > 0.5
  const first = -Math.asin(Math.min(1, (middle - eye + ABOVE_EYES * unit) / (OVAL_RADIUS * unit)))
  const angles: number[] = []
  for (let angle = first; angle < JAW_ENDS; angle += RAY_STEP / (OVAL_RADIUS * unit)) angles.push(angle)
  const radii = smoothed(
    Float32Array.from(angles, (angle) => {
      let r = 0
      while (r < unit && isFace(centre + side * r * Math.cos(angle), middle + r * Math.sin(angle))) r++
      return r
    }),
    unit * OVAL_LINE,
  )
  const place = (k: number) => {
    const [angle, r] = [angles[k] ?? 0, radii[k] ?? 0]
    return [centre + side * r * Math.cos(angle), middle + r * Math.sin(angle)] as const
  }
  return angles.map((_, k) => {
    const [x, y] = place(k)
    const [ax, ay] = place(Math.max(0, k - 2))
    const [bx, by] = place(Math.min(angles.length - 1, k + 2))
    const length = Math.max(1e-6, Math.hypot(bx - ax, by - ay))
    return { x, y, dx: (side * (by - ay)) / length, dy: (-side * (bx - ax)) / length }
  })
}

/** Whether light from behind makes a rim whose inner edge is as clear as its outer one. */
function isRimLit(guide: Guide, rays: readonly Ray[], unit: number): boolean {
  const over = Math.ceil(unit * RIM)
  const isLit = (ray: Ray) => {
    const lumaWithin = (pixels: number) => lumaAt(guide, ray.x + pixels * ray.dx, ray.y + pixels * ray.dy)
    const lightest = Math.max(...Array.from({ length: over }, (_, step) => lumaWithin(step)))
    return lightest - lumaWithin(unit * CORE) > RIM_LIGHT
  }
  return rays.filter(isLit).length > LIT_SHARE * rays.length
}

/**
 * Cheek and jaw have a firm, smooth outline wherever no hair falls over it. The net, seeing 256 pixels across, takes
 * what lies out of focus beside it for skin. Where the body ends near the face's oval, its edge is drawn.
 * @param guide half size, as everything else
 */
export function cheekLines(
  guide: Guide,
  person: Plane,
  body: Uint8Array,
  head: HeadGeometry,
  face: Float32Array,
  judge: Judge,
): FirmLine[] {
  const unit = head.faceHeight / 2
  return [-1, 1].flatMap((side) => {
    const oval = raysOnOval(face, person, head, side)
    const exits = oval.map((ray) => exitOf(ray, body, person, -WITHIN_OVAL * unit, FARTHEST * unit))
    const near = exits.filter((exit) => exit < FARTHEST * unit).sort((a, b) => a - b)
    const plain = near[Math.floor(near.length * PLAIN_SHARE)] ?? 0
    const farthest = Math.min(FARTHEST, plain / unit + STANDS_OFF) * unit
    const plainPart = longest(exits.map((exit) => exit < farthest))
    const margin = Math.round(unit * BESIDE_OTHERS)
    const from = plainPart.from + (plainPart.from > 0 ? margin : 0)
    const to = plainPart.to - (plainPart.to < exits.length ? margin : 0)
    if (to - from < LEAST_LENGTH * unit) return []
    const depths = smoothed(Float32Array.from(levelled(exits.slice(from, to), STEEPEST)), LINE * unit)
    const rays = oval.slice(from, to).map((ray, k) => {
      const { x, y, dx, dy } = moved(ray, depths[k] ?? 0)
      return { x, y, dx: -dx, dy: -dy }
    })
    if (isRimLit(guide, rays, unit)) return []
    const found = seekLine(guide, person, rays, judge, {
      unit,
      before: MISSED,
      beyond: TAKEN,
      leftShare: 0,
      outerShare: OUTER_SHARE,
      mostUnlike: MOST_UNLIKE,
      roughness: ROUGHNESS,
      core: new Float32Array(rays.length).fill(unit * CORE),
      coreAlong: CORE_ALONG,
    })
    return firmPart(found, unit, LEAST_LENGTH, END) ?? []
  })
}
