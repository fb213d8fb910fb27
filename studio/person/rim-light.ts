import { fastCode, labOf, LINEAR_OF_BYTE, linearOf } from '#studio/color.ts'
import type { Lab } from '#studio/color.ts'
import { blur } from '#studio/planes/blur.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { enlarge } from '#studio/planes/resize.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { HeadGeometry } from '#studio/matte/segmentation.ts'
import type { Plane } from '#studio/raster.ts'
import { CELL } from './rim-cells.ts'
import { BELOW_CHIN, findRims } from './rim-finder.ts'
import type { Rims } from './rim-finder.ts'

/** Lengths are fractions of the face height. Rims are sought this far beside the middle of the head. */
const ASIDE = 0.8
/** What is left of the rim: an edge light, as a lamp behind the person gives; without it the jaw looks smeared. */
const LIGHTNESS_LEFT = 0.68
const COLOUR_LEFT = 0.28
/** Burnt-out stripes have no pores: they get those of the skin this far towards the middle of the face. */
const TEXTURE_FROM = 0.16
const TEXTURE_SHARE = 0.5

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
