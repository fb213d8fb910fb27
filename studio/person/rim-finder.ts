import type { Lab } from '#studio/color.ts'
import { blur } from '#studio/planes/blur.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { reduce } from '#studio/planes/resize.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { above, inverse } from '#studio/planes/mask.ts'
import { partsOf } from '#studio/planes/parts.ts'
import type { HeadGeometry } from '#studio/matte/segmentation.ts'
import { connectedTo } from '#studio/matte/trimap.ts'
import type { Plane } from '#studio/raster.ts'
import { CELL, coarseLab, marksBeside } from './rim-cells.ts'
import type { LabPlanes } from './rim-cells.ts'
import { fillPolygon, LIPS, outline, scaled } from './landmarks.ts'

/** Lengths are fractions of the face height. From below the eyes, where glasses and temples end, down to the neck. */
const BELOW_EYES = 0.12
/** Beside the face there are no rims of glasses: a line between cheek and ear is followed up to here. */
const AT_EARS = 0.03
export const BELOW_CHIN = 0.2
const NEAR_SKIN = 0.1
/** What is pale is seen as a whole up to here. */
const PALE_NEAR_SKIN = 0.6
/** A rim is a thin stripe: what is pale and wider (a collar, a white beard) is left alone, tips included. */
const WIDEST_HALF = 0.058
const TIP = 0.25
const TIP_END = 0.05
const THREAD = 0.012
const FACE_MARGIN = 0.035
/** A rim that meets a collar is this much bluer than it, Lab. */
const BLUER = 6
const CORE_REACH = 0.15
/** Less than this (fraction of the squared face height) is an earring or a button, */
const LEAST_AREA = 0.004
/** unless it is a line: at least so long, and so many times longer than wide. Between cheek and ear rims are thin. */
const LEAST_LENGTH = 0.15
const SLENDERNESS = 8
/** Half the gap over which a line goes on. */
const GAP = 0.03

/** A weak pull of the wide mean takes over smoothly where the narrow one has nothing to say. */
const PULL = 0.02

/** Means of planes over the mask's neighbourhood: near where there is some, else from further away. */
function spreadOver(mask: Float32Array, { width, height }: Plane, near: number): (plane: Plane) => Plane {
  const weigh = (sigma: number) => blur({ width, height, data: mask }, sigma).data
  const [close, far] = [weigh(near), weigh(near * 4)]
  return (plane) => {
    const masked = within(plane, mask)
    const [narrow, wide] = [blur(masked, near), blur(masked, near * 4)]
    return { width, height, data: pulled(narrow.data, wide.data, close, far) }
  }
}

/** Narrow and wide sums over their weights. A function of its own: V8 compiles its loop sooner. */
function pulled(narrow: Float32Array, wide: Float32Array, close: Float32Array, far: Float32Array) {
  const out = new Float32Array(narrow.length)
  for (let i = 0; i < out.length; i++) {
    const weight = (close[i] ?? 0) + PULL * (far[i] ?? 0) + 1e-6
    out[i] = ((narrow[i] ?? 0) + PULL * (wide[i] ?? 0)) / weight
  }
  return out
}

/** The plane where the mask is 1, 0 where it is 0. */
function within({ width, height, data }: Plane, mask: Float32Array): Plane {
  const out = new Float32Array(data.length)
  for (let i = 0; i < out.length; i++) out[i] = (data[i] ?? 0) * (mask[i] ?? 0)
  return { width, height, data: out }
}

/** Rims on skin: thin pale, bluish stripes on jaw, cheek or neck that hard light from behind left. */
export interface Rims {
  gate: Plane
  skin: LabPlanes
  isSkin: Float32Array
}

/** Adds to the rim the traces that run on from it, over small gaps, and those that run along the face's border. */
function follow(rim: Uint8Array, trace: Uint8Array, beside: Uint8Array, width: number, unit: number): void {
  const height = rim.length / width
  const near = distanceTo(trace, width, height)
  const bridged = above(near, unit * GAP).map((far, i) => ((rim[i] ?? 0) || !far ? 1 : 0))
  const linked = connectedTo(bridged, Float32Array.from(rim), width, height)
  for (let i = 0; i < rim.length; i++) if ((trace[i] ?? 0) && (linked[i] ?? 0)) rim[i] = 1
  const along = trace.map((value, i) => (value && (beside[i] ?? 0) ? 1 : 0))
  for (const part of partsOf(along, width)) if (isLine(part, width, unit)) for (const i of part) rim[i] = 1
}

function isLine(part: readonly number[], width: number, unit: number): boolean {
  let [left, right, top, bottom] = [Infinity, 0, Infinity, 0]
  for (const i of part) {
    left = Math.min(left, i % width)
    right = Math.max(right, i % width)
    top = Math.min(top, Math.floor(i / width))
    bottom = Math.max(bottom, Math.floor(i / width))
  }
  const length = Math.hypot(right - left, bottom - top)
  return length > unit * LEAST_LENGTH && length > SLENDERNESS * (part.length / length)
}

/** Mean of the plane over the mask near each cell; 0 far from the mask. */
function meanOver(plane: Plane, mask: Float32Array, sigma: number): Plane {
  const weight = blur({ ...plane, data: mask }, sigma).data
  const sum = blur(within(plane, mask), sigma)
  for (let i = 0; i < weight.length; i++)
    sum.data[i] = (weight[i] ?? 0) > 1e-4 ? (sum.data[i] ?? 0) / (weight[i] ?? 1) : 0
  return sum
}

/**
 * The parts of the mask that hold a disc wider than any rim, with what hangs on them over a short way and is no bluer.
 * @param b of Lab
 */
function wideParts(mask: Uint8Array, b: Plane, unit: number): Uint8Array {
  const { width } = b
  const height = mask.length / width
  const depth = distanceTo(inverse(mask), width, height)
  const cores = above(depth, unit * WIDEST_HALF)
  const toCore = distanceTo(cores, width, height)
  const out = new Uint8Array(mask.length)
  for (let i = 0; i < out.length; i++)
    out[i] = (mask[i] ?? 0) && (toCore[i] ?? 0) <= unit * WIDEST_HALF * 1.3 ? 1 : 0
  const core = meanOver(b, Float32Array.from(cores), unit * CORE_REACH).data
  const isRim = (i: number) => (b.data[i] ?? 0) < (core[i] ?? 0) - BLUER
  const grow = (least: number, steps: number) => {
    let front: number[] = []
    out.forEach((value, i) => value && front.push(i))
    for (let step = 0; step < steps; step++) {
      const next: number[] = []
      for (const i of front) {
        for (const j of [i - 1, i + 1, i - width, i + width]) {
          if (!(mask[j] ?? 0) || (out[j] ?? 0) || (depth[j] ?? 0) < least || isRim(j)) continue
          out[j] = 1
          next.push(j)
        }
      }
      front = next
    }
  }
  // A collar runs out into a tip; a rim that touches it hangs on by a thread.
  grow(unit * THREAD, unit * TIP)
  grow(0, unit * TIP_END)
  return out
}

/** Where a rim on skin may lie, 0..1 per cell, and the colour the skin has beside it. */
export function findRims(
  colours: Uint8Array,
  alpha: Plane,
  mesh: Float32Array,
  head: HeadGeometry,
  person: Lab,
): Rims | null {
  const lab = coarseLab(colours, alpha, person)
  const { width, height } = lab.l
  const unit = head.faceHeight / CELL
  const face = reduce({ width: alpha.width, height: alpha.height, data: head.face }, CELL).data
  // Only what hangs together with the face: cloth and hair of the skin's hue are no measure for it.
  const own = connectedTo(lab.alike, face, width, height)
  const mask = new Float32Array(own)
  const toSkin = distanceTo(own, width, height)
  const meanNear = spreadOver(mask, lab.l, unit * 0.05)
  const [skinL, skinB] = [meanNear(lab.l), meanNear(lab.b)]
  const lips = new Float32Array(mask.length)
  const small = mesh.map((value) => value / CELL)
  fillPolygon(lips, width, height, scaled(outline(small, LIPS), 1.25), 1)
  const { rim, trace, pale, count } = marksBeside(lab, { l: skinL, b: skinB }, mask, toSkin, lips, {
    rimsFrom: Math.ceil((head.eyeY + head.faceHeight * BELOW_EYES) / CELL),
    tracesFrom: Math.ceil((head.eyeY + head.faceHeight * AT_EARS) / CELL),
    to: Math.floor((head.chinY + head.faceHeight * BELOW_CHIN) / CELL) + 1,
    far: unit * PALE_NEAR_SKIN,
    near: unit * NEAR_SKIN,
  })
  if (count < unit * LEAST_LENGTH) return null
  const wide = wideParts(pale, lab.b, unit)
  // Within the face there is no collar, whatever hangs together.
  const toFace = distanceTo(above(face, 0.5), width, height)
  for (let i = 0; i < wide.length; i++) if ((toFace[i] ?? 0) < unit * FACE_MARGIN) wide[i] = 0
  const intoFace = distanceTo(inverse(above(face, 0.5)), width, height)
  const beside = new Uint8Array(mask.length)
  for (let i = 0; i < beside.length; i++)
    beside[i] = Math.max(intoFace[i] ?? 0, toFace[i] ?? 0) < unit * FACE_MARGIN ? 1 : 0
  follow(rim, trace, beside, width, unit)
  for (let i = 0; i < rim.length; i++) if ((wide[i] ?? 0) > 0) rim[i] = 0
  for (const part of partsOf(rim, width))
    if (part.length < LEAST_AREA * unit * unit && !isLine(part, width, unit)) for (const i of part) rim[i] = 0
  if (!rim.includes(1)) return null
  const toRim = distanceTo(rim, width, height)
  const gate = createPlane(width, height)
  for (let i = 0; i < gate.data.length; i++) {
    const off = (wide[i] ?? 0) > 0 || (lips[i] ?? 0) > 0
    const y = Math.floor(i / width) * CELL
    const low = (y - head.eyeY) / head.faceHeight
    const begins =
      (intoFace[i] ?? 0) > unit * FACE_MARGIN
        ? smoothstep(BELOW_EYES, BELOW_EYES + 0.14, low)
        : smoothstep(AT_EARS, AT_EARS + 0.08, low)
    gate.data[i] = off ? 0 : begins * (1 - smoothstep(3, 7, toRim[i] ?? 0))
  }
  // Where a rim meets a collar, cell by cell would show.
  return { gate: blur(gate, 1), skin: { l: skinL, a: meanNear(lab.a), b: skinB }, isSkin: mask }
}
