import type { Plane, Size } from '#studio/raster.ts'
import { exitOf, firmPart, mean, seekLine } from './firm-lines.ts'
import type { FirmLine } from './firm-lines.ts'
import type { Guide } from './laplacian.ts'
import { smoothed } from './outline.ts'
import type { Ray } from './outline.ts'
import type { HeadGeometry } from './segmentation.ts'
import type { Judge } from './skin-or-hair.ts'

/** Lengths as fractions of the face height. The corner between jaw and shoulder lies within this of the chin's height. */
const BESIDE_CHIN = 0.3
/** The outline is drawn from so far above the corner to so far below it, */
const UP = 0.1
const DOWN = 0.14
/** as far as it runs no more than so many pixels aside per row, over this length: collars have corners of their own. */
const STEEPEST = 1.6
const STEEPEST_OVER = 0.02
/** Jaw and shoulder stand off from the corner by this. */
const STANDS_OFF = 0.015
/** Over this length the net's line is believed; blur along the drawn one. */
const LINE = 0.012
const ROUGHNESS = 0.006
/** How far the net may miss of neck and collar, and take of what is beside them. */
const MISSED = 0.02
const TAKEN = 0.06
/** Skin, shirt and coat follow one another: their colours are learnt this far within, over this length. */
const CORE = 0.03
const CORE_ALONG = 0.03
/** What the net's log odds are worth: what it is sure of is none of the wall. */
const NET_SHARE = 1.5
/** What the clearest edge costs that is left outside: within are the edges of shirt and coat. */
const OUTER_SHARE = 25
/** What is like neither side is rather the background's. */
const MOST_UNLIKE = 1.5
/** Of -1 (hair) to 1 (skin), jaw and neck have more above the corner. */
const SKIN_ABOVE = 0.1
/**
 * The line ends where its edge is less clear than this, as where it cuts off a collar's corner; unless it leads past the
 * jaw's corner by this much it says nothing.
 */
const LEAST_EDGE = 0.35
const PAST_CORNER = 0.05
/** The outline is drawn for this length without a gap. */
const LEAST_LENGTH = 0.1
/** Over this length at its ends the line gives way. */
const END = 0.03

/** The net's outline about the corner, from above to below, with level rays into the body. */
interface Rough {
  rays: Ray[]
  /** The ray that begins in the corner. */
  corner: number
}

/** Null where nothing is seen beside the neck. */
function roughNeck(body: Uint8Array, size: Size, head: HeadGeometry, side: number): Rough | null {
  const unit = head.faceHeight / 2
  const [centre, chin] = [Math.round(head.centreX / 2), head.chinY / 2]
  const top = Math.max(0, Math.round(chin - BESIDE_CHIN * unit))
  const rows = Math.min(size.height, Math.round(chin + BESIDE_CHIN * unit)) - top
  if (rows < 1) return null
  const exits = Float32Array.from({ length: rows }, (_, row) =>
    exitOf({ x: centre, y: top + row, dx: side, dy: 0 }, body, size, 0, unit),
  )
  const line = smoothed(exits, LINE * unit)
  const corner = line.indexOf(Math.min(...line))
  const over = Math.ceil(STEEPEST_OVER * unit)
  const isEven = (above: number, below: number) =>
    Math.abs((exits[below] ?? Infinity) - (exits[above] ?? Infinity)) < STEEPEST * over
  let [from, to] = [corner, corner]
  while (corner - from < UP * unit && isEven(from - over, from)) from--
  while (to - corner < DOWN * unit && isEven(to, to + over)) to++
  const leastOff = Math.min(line[from] ?? 0, line[to] ?? 0) - (line[corner] ?? 0)
  if (leastOff < STANDS_OFF * unit) return null
  const rays = Array.from(line.subarray(from, to + 1), (exit, k) => ({
    x: centre + side * exit,
    y: top + from + k,
    dx: -side,
    dy: 0,
  }))
  return { rays, corner: corner - from }
}

/**
 * In the corner between jaw and shoulder the net, seeing 256 pixels across, leaves what lies out of focus beside the
 * neck, and steps along the collar. Where skin ends above the corner, the outline from the jaw to the collar is drawn.
 * @param guide half size, as everything else
 */
export function neckLines(
  guide: Guide,
  person: Plane,
  body: Uint8Array,
  head: HeadGeometry,
  judge: Judge,
): FirmLine[] {
  const unit = head.faceHeight / 2
  return [-1, 1].flatMap((side) => {
    const rough = roughNeck(body, person, head, side)
    if (!rough) return []
    const { rays, corner } = rough
    const found = seekLine(guide, person, rays, judge, {
      unit,
      before: MISSED,
      beyond: TAKEN,
      netShare: NET_SHARE,
      leftShare: 0,
      outerShare: OUTER_SHARE,
      mostUnlike: MOST_UNLIKE,
      roughness: ROUGHNESS,
      core: new Float32Array(rays.length).fill(unit * CORE),
      coreAlong: CORE_ALONG,
    })
    if (mean(corner, (k) => found.skin[k] ?? 0) < SKIN_ABOVE) return []
    const unclear = rays.findIndex((_, k) => found.outline.edge(k) < LEAST_EDGE)
    const line = unclear < 0 ? found.line : found.line.slice(0, unclear)
    if (line.length - corner < PAST_CORNER * unit) return []
    // Below it cloth is as firm.
    return firmPart({ ...found, line, skin: found.skin.map(() => 1) }, unit, LEAST_LENGTH, END) ?? []
  })
}
