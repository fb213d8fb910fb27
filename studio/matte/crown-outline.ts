import type { Plane } from '#studio/raster.ts'
import { crownRays } from './crown-rays.ts'
import { firmPart, lumaAt, mean, moved, seekLine } from './firm-lines.ts'
import type { FirmLine } from './firm-lines.ts'
import type { Guide } from './laplacian.ts'
import { UNLIKE } from './outline.ts'
import type { Ray } from './outline.ts'
import type { HeadGeometry } from './segmentation.ts'
import { skinOnly } from './skin-or-hair.ts'

/** Rays fan out from between the eyes, up to this far from level, radians. */
const FROM_LEVEL = 0.35
/** Lengths as fractions of the face height. Blur along the drawn line. */
const ROUGHNESS = 0.06
/** How far the net may be wrong about a crown. */
const REACH = 0.03
/** The crown's own colours are learnt this far within, over this length. */
const CORE = 0.06
const CORE_ALONG = 0.15
/** What the clearest edge costs that is left outside. */
const OUTER_SHARE = 20
/** Within the crown's edge lies a ring: */
const RING_FROM = 0.03
const RING_TO = 0.12
/** so much of it has common colours of the face on a bald head, */
const SKIN_SHARE = 0.97
/** and it is smoother than the face round the eyes, so far from their middle, with brows and all, by this. */
const FACE_FROM = 0.2
const FACE_TO = 0.3
const SMOOTHER = 0.75
/** Roughness is how far luma is off its neighbours', so many pixels away. */
const NEIGHBOUR = 2
/** A crown is drawn for this length without a gap; over this length at its ends the line gives way. */
const LEAST_LENGTH = 0.5
const END = 0.04

function roughnessAt(guide: Guide, { x, y }: Ray): number {
  const at = (dx: number, dy: number) => lumaAt(guide, x + dx * NEIGHBOUR, y + dy * NEIGHBOUR)
  return Math.abs(at(0, 0) - (at(1, 0) + at(-1, 0) + at(0, 1) + at(0, -1)) / 4)
}

/** Mean over the rays, from one length along them to another. */
function meanOver(rays: readonly Ray[], from: number, to: number, valueAt: (place: Ray) => number): number {
  const [first, count] = [Math.round(from), Math.max(1, Math.round(to - from))]
  return mean(rays.length, (k) => {
    const ray = rays[k]
    return ray ? mean(count, (step) => valueAt(moved(ray, first + step))) : 0
  })
}

/**
 * A bald or shaved crown is as smooth as a cheek: solved as hair is, a tuft of the background would stand on it. Where
 * the head shows skin up to the net's outline, its edge is drawn.
 * @param guide half size, as everything else
 */
export function crownLines(
  guide: Guide,
  person: Plane,
  body: Uint8Array,
  head: HeadGeometry,
  face: Float32Array,
): FirmLine[] {
  const unit = head.faceHeight / 2
  const { fan, rays } = crownRays(body, person, head, FROM_LEVEL)
  const judge = skinOnly(guide, face)
  const onRing = (valueAt: (place: Ray) => number) =>
    meanOver(rays, RING_FROM * unit, RING_TO * unit, valueAt)
  if (onRing(({ x, y }) => judge(x, y)) < SKIN_SHARE) return []
  const ofFace = meanOver(fan, FACE_FROM * unit, FACE_TO * unit, (place) => roughnessAt(guide, place))
  if (onRing((place) => roughnessAt(guide, place)) > SMOOTHER * ofFace) return []
  const found = seekLine(guide, person, rays, judge, {
    unit,
    before: REACH,
    beyond: REACH,
    leftShare: 0,
    outerShare: OUTER_SHARE,
    mostUnlike: UNLIKE,
    roughness: ROUGHNESS,
    core: new Float32Array(rays.length).fill(unit * CORE),
    coreAlong: CORE_ALONG,
  })
  const line = firmPart(found, unit, LEAST_LENGTH, END)
  return line ? [line] : []
}
