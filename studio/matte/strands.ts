import type { Plane } from '#studio/picture/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { binsOf, histogram } from './histogram.ts'
import type { Guide } from './laplacian.ts'
import { above, both, inverse } from '#studio/planes/mask.ts'
import { partsOf } from '#studio/planes/parts.ts'
import type { HeadGeometry } from './segmentation.ts'

/** A colour counts as hair when it is this many times likelier on the head than on the wall. */
const LIKELIER = 12
const LEAST_SHARE = 0.0015
const FORGIVEN = 0.02
/** Also with that forgiven, a colour rarer on the head than on the wall is the wall's. */
const LEAST_LIKELIER = 2
/** Lengths as fractions of the face height. */
const HALF_WIDTH = 0.085
/** A strand hangs: it leaves the head between eyes and chin, passes the chin, and stays by the neck. */
const PAST_CHIN = 0.12
const FARTHEST = 0.5
/** So much of the hair's colours may lie about elsewhere, down to where the strands end, against their own area. */
const STRAY_SHARE = 0.35
const LEAST_LENGTH = 0.3
const LEAST_AREA = 0.008
/** A strand is at least this many times longer than wide. */
const SLENDERNESS = 3.5
const ASIDE = 1.3
const BELOW_CHIN = 0.9

/**
 * Braids, plaits and locks that hang free of the head: the net, which sees 256 pixels across, misses them.
 * They are thin, of the hair's colours, which the surroundings lack, and begin at the head. Found ones are
 * entered in `person`.
 * @param guide half size, as everything else
 * @returns 1 on pixels that are certainly a strand's
 */
export function addStrands(guide: Guide, person: Plane, head: HeadGeometry, face: Float32Array): Uint8Array {
  const { width, height, data } = person
  const size = width * height
  const unit = head.faceHeight / 2
  const certain = new Uint8Array(size)
  const body = above(data, 0.5)
  const toBody = distanceTo(body, width, height)
  const inside = distanceTo(inverse(body), width, height)
  const toFace = distanceTo(above(face, 0.5), width, height)
  const colours = binsOf(guide)
  const ofHair = new Uint8Array(size)
  const eyeEnd = Math.ceil((head.eyeY / 2) * width)
  for (let i = 0; i < Math.min(size, eyeEnd); i++)
    ofHair[i] = (inside[i] ?? 0) > unit * 0.03 && (toFace[i] ?? 0) > unit * 0.07 ? 1 : 0
  const hair = histogram(colours, ofHair)
  const near = nearHead(width, height, head)
  const ofWall = above(toBody, unit * 0.02)
  const wall = histogram(colours, both(ofWall, near))
  if (!hair || !wall) return certain
  const alike = new Float32Array(size)
  for (let i = Math.max(0, Math.ceil((head.eyeY / 2 - unit * 0.2) * width)); i < size; i++) {
    if ((body[i] ?? 0) || !(near[i] ?? 0)) continue
    const bin = colours[i] ?? 0
    // What was found on the wall may itself be the strand: some of it is forgiven.
    const onWall = wall[bin] ?? 0
    const foreign = Math.max(LEAST_LIKELIER * onWall, LIKELIER * (onWall - FORGIVEN))
    if ((hair[bin] ?? 0) > Math.max(LEAST_SHARE, foreign)) alike[i] = 1
  }
  const dense = blur({ width, height, data: alike }, 1.2).data
  const mask = above(dense, 0.4)
  for (let i = 0; i < size; i++) if (body[i] ?? 0) mask[i] = 0
  const depth = distanceTo(inverse(mask), width, height)
  const seen = { width, unit, toBody, depth, eyeRow: head.eyeY / 2, chinRow: head.chinY / 2 }
  const found = partsOf(mask, width)
  const strands = found.filter((part) => isStrand(part, seen))
  const ofStrands = strands.flat()
  const lowest = ofStrands.reduce((last, i) => Math.max(last, i), 0)
  const ofAll = found.flat().reduce((sum, i) => sum + (i <= lowest ? 1 : 0), 0)
  // A wall that has the hair's colours in other places too may have them here; what stands beside the arms may not.
  if (ofAll - ofStrands.length > STRAY_SHARE * ofStrands.length) return certain
  for (const i of ofStrands) {
    data[i] = Math.max(data[i] ?? 0, 0.95)
    if ((depth[i] ?? 0) > 1.5 && (alike[i] ?? 0) > 0) certain[i] = 1
  }
  joinToBody(data, certain, toBody, width)
  return certain
}

/** 1 beside the head and the neck, where a strand may hang; half size. */
function nearHead(width: number, height: number, head: HeadGeometry): Uint8Array {
  const unit = head.faceHeight / 2
  const mask = new Uint8Array(width * height)
  const left = Math.max(0, Math.floor(head.centreX / 2 - unit * ASIDE) + 1)
  const right = Math.min(width, Math.ceil(head.centreX / 2 + unit * ASIDE))
  const bottom = Math.min(height, Math.ceil(head.chinY / 2 + unit * BELOW_CHIN))
  for (let y = 0; y < bottom; y++) mask.fill(1, y * width + left, y * width + Math.max(left, right))
  return mask
}

function isStrand(
  part: readonly number[],
  at: {
    width: number
    unit: number
    toBody: Float32Array
    depth: Float32Array
    eyeRow: number
    chinRow: number
  },
): boolean {
  const { width, unit } = at
  if (part.length < LEAST_AREA * unit * unit) return false
  let [top, bottom, left, right] = [Infinity, 0, Infinity, 0]
  let widest = 0
  let farthest = 0
  let atHead = false
  for (const i of part) {
    const x = i % width
    const y = Math.floor(i / width)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    left = Math.min(left, x)
    right = Math.max(right, x)
    widest = Math.max(widest, at.depth[i] ?? 0)
    farthest = Math.max(farthest, at.toBody[i] ?? 0)
    if (y > at.eyeRow && y < at.chinRow && (at.toBody[i] ?? 0) <= 3) atHead = true
  }
  const length = Math.hypot(bottom - top, right - left)
  return (
    atHead &&
    bottom > at.chinRow + unit * PAST_CHIN &&
    farthest < unit * FARTHEST &&
    widest < unit * HALF_WIDTH &&
    length > unit * LEAST_LENGTH &&
    length > SLENDERNESS * (part.length / length)
  )
}

/** Closes the hairline gap between a strand and the outline it hangs on. */
function joinToBody(data: Float32Array, certain: Uint8Array, toBody: Float32Array, width: number): void {
  for (let i = 0; i < data.length; i++) {
    if (!(certain[i] ?? 0) || (toBody[i] ?? 0) > 5) continue
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const j = i + dy * width + dx
        if ((toBody[j] ?? Infinity) <= 4) data[j] = Math.max(data[j] ?? 0, 0.6)
      }
  }
}
