import { fastCode, labOf, LINEAR_OF_BYTE, linearOf } from '#studio/color.ts'
import type { Lab } from '#studio/color.ts'
import { blur, createPlane, distanceTo, enlarge, reduce, smoothstep } from '#studio/matte/filters.ts'
import { dropSmallParts } from '#studio/matte/parts.ts'
import { above, inverse } from '#studio/matte/mask.ts'
import type { HeadGeometry } from '#studio/matte/segmentation.ts'
import { connectedTo } from '#studio/matte/trimap.ts'
import type { Plane } from '#studio/raster.ts'
import { fillPolygon, LIPS, outline, scaled } from './landmarks.ts'

/** Pixels per cell of the planes that decide where a rim is. */
const CELL = 2
/** Lengths are fractions of the face height. Rims are sought this far beside the middle of the head. */
const ASIDE = 0.8
/** From below the eyes, where glasses and temples end, down to the neck. */
const BELOW_EYES = 0.12
const BELOW_CHIN = 0.2
const NEAR_SKIN = 0.1
/** A rim is a thin stripe: what is pale and wider (a collar, a white beard) is left alone, tips included. */
const WIDEST_HALF = 0.058
const TIP = 0.25
const TIP_END = 0.05
const THREAD = 0.012
const FACE_MARGIN = 0.035
/** Less than this (fraction of the squared face height) is an earring or a button. */
const LEAST_AREA = 0.004
/** Degrees of hue the person's skin varies by in their own picture. */
const SKIN_HUE_DEG = 28
/** What is left of the rim: as a soft edge light of the skin's colour it still models the jaw. */
const LIGHTNESS_LEFT = 0.35
const COLOUR_LEFT = 0.08
/** Burnt-out stripes have no pores: they get those of the skin this far towards the middle of the face. */
const TEXTURE_FROM = 0.16
const TEXTURE_SHARE = 0.8

interface LabPlanes {
  l: Plane
  a: Plane
  b: Plane
}

/** Lab of the subject per cell; cells that are not mostly subject stay 0. */
function coarseLab(colours: Uint8Array, alpha: Plane): LabPlanes & { covered: Plane } {
  const covered = reduce(alpha, CELL)
  const { width, height } = covered
  const planes = {
    l: createPlane(width, height),
    a: createPlane(width, height),
    b: createPlane(width, height),
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if ((covered.data[i] ?? 0) < 0.4) continue
      let [r, g, b, weight] = [0, 0, 0, 1e-6]
      for (let v = y * CELL; v < Math.min(alpha.height, y * CELL + CELL); v++) {
        for (let u = x * CELL; u < Math.min(alpha.width, x * CELL + CELL); u++) {
          const at = v * alpha.width + u
          const share = alpha.data[at] ?? 0
          r += share * (LINEAR_OF_BYTE[colours[at * 3] ?? 0] ?? 0)
          g += share * (LINEAR_OF_BYTE[colours[at * 3 + 1] ?? 0] ?? 0)
          b += share * (LINEAR_OF_BYTE[colours[at * 3 + 2] ?? 0] ?? 0)
          weight += share
        }
      }
      const lab = labOf(r / weight, g / weight, b / weight)
      planes.l.data[i] = lab.l
      planes.a.data[i] = lab.a
      planes.b.data[i] = lab.b
    }
  }
  return { ...planes, covered }
}

/** Mean of the planes over the mask's neighbourhood: near where there is some, else from further away. */
function spread(planes: LabPlanes, mask: Float32Array, near: number): LabPlanes {
  const { width, height } = planes.l
  const weigh = (sigma: number) => blur({ width, height, data: mask }, sigma).data
  const [close, far] = [weigh(near), weigh(near * 4)]
  const meanOf = (plane: Plane): Plane => {
    const masked = { width, height, data: plane.data.map((value, i) => value * (mask[i] ?? 0)) }
    const c = blur(masked, near).data
    const f = blur(masked, near * 4).data
    const data = c.map((value, i) => {
      // A weak pull of the wide mean takes over smoothly where the narrow one has nothing to say.
      const pull = 0.02
      return (value + pull * (f[i] ?? 0)) / ((close[i] ?? 0) + pull * (far[i] ?? 0) + 1e-6)
    })
    return { width, height, data }
  }
  return { l: meanOf(planes.l), a: meanOf(planes.a), b: meanOf(planes.b) }
}

function isSkin(l: number, a: number, b: number, person: Lab): boolean {
  const chroma = Math.hypot(a, b)
  const own = Math.hypot(person.a, person.b)
  const turn = Math.abs(Math.atan2(b, a) - Math.atan2(person.b, person.a))
  return (
    l > person.l * 0.38 &&
    chroma > own * 0.45 &&
    chroma < own * 2.2 &&
    Math.min(turn, 2 * Math.PI - turn) < (SKIN_HUE_DEG * Math.PI) / 180
  )
}

/** How much bluer and brighter than the skin beside it, 0..1. */
function rimness(l: number, b: number, skinL: number, skinB: number): number {
  return smoothstep(6, 16, skinB - b) * smoothstep(4, 14, l - skinL) * (1 - smoothstep(-3, 5, b))
}

interface Rims {
  gate: Plane
  skin: LabPlanes
  isSkin: Float32Array
}

/** The parts of the mask that hold a disc wider than any rim, with what hangs on them over a short way. */
function wideParts(mask: Uint8Array, width: number, unit: number): Uint8Array {
  const height = mask.length / width
  const depth = distanceTo(inverse(mask), width, height)
  const cores = above(depth, unit * WIDEST_HALF)
  const toCore = distanceTo(cores, width, height)
  const out = new Uint8Array(mask.length)
  for (let i = 0; i < out.length; i++)
    out[i] = (mask[i] ?? 0) && (toCore[i] ?? 0) <= unit * WIDEST_HALF * 1.3 ? 1 : 0
  const grow = (least: number, steps: number) => {
    let front: number[] = []
    out.forEach((value, i) => value && front.push(i))
    for (let step = 0; step < steps; step++) {
      const next: number[] = []
      for (const i of front) {
        for (const j of [i - 1, i + 1, i - width, i + width]) {
          if (!(mask[j] ?? 0) || (out[j] ?? 0) || (depth[j] ?? 0) < least) continue
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
function findRims(
  colours: Uint8Array,
  alpha: Plane,
  mesh: Float32Array,
  head: HeadGeometry,
  person: Lab,
): Rims | null {
  const lab = coarseLab(colours, alpha)
  const { width, height } = lab.l
  const unit = head.faceHeight / CELL
  const alike = new Uint8Array(width * height)
  for (let i = 0; i < alike.length; i++) {
    const solid = (lab.covered.data[i] ?? 0) > 0.9
    if (solid && isSkin(lab.l.data[i] ?? 0, lab.a.data[i] ?? 0, lab.b.data[i] ?? 0, person)) alike[i] = 1
  }
  const face = reduce({ width: alpha.width, height: alpha.height, data: head.face }, CELL).data
  // Only what hangs together with the face: cloth and hair of the skin's hue are no measure for it.
  const own = connectedTo(alike, face, width, height)
  const mask = new Float32Array(own)
  const toSkin = distanceTo(own, width, height)
  const skin = spread(lab, mask, unit * 0.05)
  const rim = new Uint8Array(mask.length)
  const pale = new Uint8Array(mask.length)
  const lips = new Float32Array(mask.length)
  const small = mesh.map((value) => value / CELL)
  fillPolygon(lips, width, height, scaled(outline(small, LIPS), 1.25), 1)
  const [top, bottom] = [head.eyeY + head.faceHeight * BELOW_EYES, head.chinY + head.faceHeight * BELOW_CHIN]
  for (let i = 0; i < rim.length; i++) {
    if ((mask[i] ?? 0) > 0 || (lab.covered.data[i] ?? 0) < 0.4 || (toSkin[i] ?? 0) > unit * 0.6) continue
    const [l, b] = [lab.l.data[i] ?? 0, lab.b.data[i] ?? 0]
    const [skinL, skinB] = [skin.l.data[i] ?? 0, skin.b.data[i] ?? 0]
    pale[i] = l > skinL - 4 && skinB - b > 5 ? 1 : 0
    const y = Math.floor(i / width) * CELL
    const off = y < top || y > bottom || (lips[i] ?? 0) > 0 || (toSkin[i] ?? 0) > unit * NEAR_SKIN
    rim[i] = !off && rimness(l, b, skinL, skinB) > 0.15 ? 1 : 0
  }
  const least = LEAST_AREA * unit * unit
  if (rim.reduce((sum, value) => sum + value, 0) < least) return null
  const wide = wideParts(pale, width, unit)
  // Within the face there is no collar, whatever hangs together.
  const toFace = distanceTo(above(face, 0.5), width, height)
  for (let i = 0; i < wide.length; i++) if ((toFace[i] ?? 0) < unit * FACE_MARGIN) wide[i] = 0
  for (let i = 0; i < rim.length; i++) if ((wide[i] ?? 0) > 0) rim[i] = 0
  dropSmallParts(rim, width, least)
  if (!rim.includes(1)) return null
  const toRim = distanceTo(rim, width, height)
  const gate = createPlane(width, height)
  for (let i = 0; i < gate.data.length; i++) {
    const off = (wide[i] ?? 0) > 0 || (lips[i] ?? 0) > 0
    const y = Math.floor(i / width) * CELL
    const begins = smoothstep(BELOW_EYES, BELOW_EYES + 0.14, (y - head.eyeY) / head.faceHeight)
    gate.data[i] = off ? 0 : begins * (1 - smoothstep(3, 7, toRim[i] ?? 0))
  }
  return { gate, skin, isSkin: mask }
}

/**
 * Hard light from behind leaves a pale, bluish stripe on jaw, cheek and neck, which belongs to the old
 * surroundings. It is turned into a soft edge light of the colour the skin has beside it; its texture stays.
 * Changes `colours` (interleaved sRGB) in place.
 * @param person the selfie's own skin tone
 */
export function tameRimLight(
  colours: Uint8Array,
  alpha: Plane,
  mesh: Float32Array,
  head: HeadGeometry,
  person: Lab,
): void {
  const margin = 0.25 * head.faceHeight
  const left = Math.max(0, Math.floor(head.centreX - head.faceHeight * ASIDE))
  const right = Math.min(alpha.width, Math.ceil(head.centreX + head.faceHeight * ASIDE))
  const top = Math.max(0, Math.floor(head.eyeY - margin))
  const bottom = Math.min(alpha.height, Math.ceil(head.chinY + head.faceHeight * BELOW_CHIN + margin))
  const [width, height] = [right - left, bottom - top]
  if (width < CELL || height < CELL) return
  const start = (y: number) => (top + y) * alpha.width + left
  const part = new Uint8Array(width * height * 3)
  const partAlpha = createPlane(width, height)
  const face = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const from = start(y)
    part.set(colours.subarray(from * 3, (from + width) * 3), y * width * 3)
    partAlpha.data.set(alpha.data.subarray(from, from + width), y * width)
    face.set(head.face.subarray(from, from + width), y * width)
  }
  const moved = mesh.map((value, k) => (k % 3 === 0 ? value - left : k % 3 === 1 ? value - top : value))
  const geometry = {
    centreX: head.centreX - left,
    eyeY: head.eyeY - top,
    chinY: head.chinY - top,
    faceHeight: head.faceHeight,
    face,
  }
  if (!tameWithin(part, partAlpha, moved, geometry, person)) return
  for (let y = 0; y < height; y++)
    colours.set(part.subarray(y * width * 3, (y + 1) * width * 3), start(y) * 3)
}

/** The same on face and neck alone; false where there is no rim. */
function tameWithin(
  colours: Uint8Array,
  alpha: Plane,
  mesh: Float32Array,
  head: HeadGeometry,
  person: Lab,
): boolean {
  const found = findRims(colours, alpha, mesh, head, person)
  if (!found) return false
  const { width, height } = alpha
  const full = (plane: Plane) => enlarge(plane, width, height, CELL).data
  const gate = full(found.gate)
  const [skinL, skinA, skinB] = [full(found.skin.l), full(found.skin.a), full(found.skin.b)]
  const pores = poresBeside(colours, alpha, found, head)
  for (let i = 0; i < gate.length; i++) {
    const share = gate[i] ?? 0
    if (share < 0.01) continue
    const { l, a, b } = labOf(
      LINEAR_OF_BYTE[colours[i * 3] ?? 0] ?? 0,
      LINEAR_OF_BYTE[colours[i * 3 + 1] ?? 0] ?? 0,
      LINEAR_OF_BYTE[colours[i * 3 + 2] ?? 0] ?? 0,
    )
    const [l0, a0, b0] = [skinL[i] ?? 0, skinA[i] ?? 0, skinB[i] ?? 0]
    // The gate has found the stripe: inside it, every pixel brighter and bluer than the skin goes.
    const strength = share * smoothstep(1, 7, l - l0) * smoothstep(1, 7, b0 - b)
    if (strength < 0.004) continue
    const light = linearOf({
      l: l + strength * ((1 - LIGHTNESS_LEFT) * (l0 - l) + TEXTURE_SHARE * pores(i)),
      a: a + strength * (1 - COLOUR_LEFT) * (a0 - a),
      b: b + strength * (1 - COLOUR_LEFT) * (b0 - b),
    })
    for (let c = 0; c < 3; c++) colours[i * 3 + c] = Math.round(255 * fastCode(light[c] ?? 0))
  }
  return true
}

/** Fine lightness of the skin beside a pixel, towards the middle of the face; 0 where that is no skin. */
function poresBeside(
  colours: Uint8Array,
  alpha: Plane,
  { isSkin: mask, skin }: Rims,
  head: HeadGeometry,
): (i: number) => number {
  const { width, height } = alpha
  const luma = createPlane(width, height)
  for (let i = 0; i < luma.data.length; i++) {
    const at = i * 3
    luma.data[i] =
      (100 / 255) *
      (0.299 * (colours[at] ?? 0) + 0.587 * (colours[at + 1] ?? 0) + 0.114 * (colours[at + 2] ?? 0))
  }
  const soft = blur(luma, head.faceHeight * 0.006).data
  const reach = head.faceHeight * TEXTURE_FROM
  const middleY = head.eyeY + (head.chinY - head.eyeY) * 0.45
  return (i) => {
    const x = i % width
    const y = Math.floor(i / width)
    const length = Math.max(1, Math.hypot(head.centreX - x, middleY - y))
    const u = Math.round(x + ((head.centreX - x) / length) * reach)
    const v = Math.round(y + ((middleY - y) / length) * reach)
    const inside = u >= 0 && v >= 0 && u < width && v < height
    if (!inside || !(mask[Math.floor(v / CELL) * skin.l.width + Math.floor(u / CELL)] ?? 0)) return 0
    return (luma.data[v * width + u] ?? 0) - (soft[v * width + u] ?? 0)
  }
}
