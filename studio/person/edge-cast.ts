import { fastCode, labOf, LINEAR_OF_BYTE, linearOf } from '#studio/color.ts'
import { bilinear, blur, createPlane, distanceTo, reduce, smoothstep } from '#studio/matte/filters.ts'
import { above, inverse } from '#studio/matte/mask.ts'
import type { HeadGeometry } from '#studio/matte/segmentation.ts'
import type { Plane } from '#studio/raster.ts'

/** Pixels per cell of the planes that tell what lies behind the edge. */
const CELL = 4
/** Lengths as fractions of the face height: how far light from behind creeps round hair and cloth. */
const HAIR_RING = 0.1
const CLOTH_RING = 0.2
const REFERENCE = 0.12
/** Hair down to the chin, as far as no rim was found there; cloth below it by that. */
const CLOTH_BELOW_CHIN = 0.1
/** Hair has no blue of its own to keep: it goes to the colour behind the edge, warm skin there not counted. */
const WARMEST = 4
const HAIR_PULL = 0.85
const CLOTH_PULL = 0.8
const CLOTH_LIGHT_PULL = 0.45
const FRINGE = 0.035
const FRINGE_PULL = 0.85
/** Beside the face, as near to it as this, the border is skin: what is of quite another colour there was not. */
const JAW_NEAR = 0.1
const JAW_RING = 0.035
const JAW_FOREIGN = { from: 6, to: 13 } as const
const JAW_PULL = 0.9
const JAW_LIGHT_PULL = 0.5

/** On cells of `CELL` pixels. */
interface Reference {
  l: Plane
  a: Plane
  b: Plane
  /** Cells from the subject's border, and from the face. */
  depth: Plane
  toFace: Plane
}

/** Mean Lab of the subject behind the ring, spread out to its border. */
function behindEdge(colours: Uint8Array, alpha: Plane, head: HeadGeometry): Reference {
  const covered = reduce(alpha, CELL)
  const { width, height } = covered
  const unit = head.faceHeight / CELL
  const depth = distanceTo(inverse(above(covered.data, 0.5)), width, height)
  const sums = [createPlane(width, height), createPlane(width, height), createPlane(width, height)] as const
  const mask = createPlane(width, height)
  for (let i = 0; i < depth.length; i++) {
    const y = Math.floor(i / width)
    const ring = y * CELL > head.chinY ? CLOTH_RING : HAIR_RING
    if ((depth[i] ?? 0) < unit * ring) continue
    const at = (Math.min(alpha.height - 1, y * CELL + 1) * alpha.width + (i % width) * CELL + 1) * 3
    const { l, a, b } = labAt(colours, at)
    mask.data[i] = 1
    sums[0].data[i] = l
    sums[1].data[i] = a
    sums[2].data[i] = b
  }
  const weight = blur(mask, unit * REFERENCE).data
  const mean = (plane: Plane): Plane => {
    const { data } = blur(plane, unit * REFERENCE)
    for (let i = 0; i < data.length; i++) data[i] = (data[i] ?? 0) / Math.max(1e-4, weight[i] ?? 0)
    return { width, height, data }
  }
  const face = reduce({ width: alpha.width, height: alpha.height, data: head.face }, CELL)
  const toFace = distanceTo(above(face.data, 0.5), width, height)
  return {
    l: mean(sums[0]),
    a: mean(sums[1]),
    b: mean(sums[2]),
    depth: { width, height, data: depth },
    toFace: { width, height, data: toFace },
  }
}

function labAt(colours: Uint8Array, at: number) {
  return labOf(
    LINEAR_OF_BYTE[colours[at] ?? 0] ?? 0,
    LINEAR_OF_BYTE[colours[at + 1] ?? 0] ?? 0,
    LINEAR_OF_BYTE[colours[at + 2] ?? 0] ?? 0,
  )
}

/** The value drawn to one aim, then to the other. */
function mixed(value: number, aim: number, share: number, last: number, lastShare: number): number {
  const first = value + share * (aim - value)
  return first + lastShare * (last - first)
}

/**
 * Cold light of the old surroundings at the border of pale hair and dark cloth goes to the colour behind it.
 * Hair and cloth that are blue themselves are as blue behind the border, and stay. Changes `colours` in place.
 */
export function tameEdgeCast(colours: Uint8Array, alpha: Plane, head: HeadGeometry): void {
  const { width, height } = alpha
  const behind = behindEdge(colours, alpha, head)
  const tall = head.faceHeight
  for (let y = 0; y < height; y++) {
    const hairRow = 1 - smoothstep(-0.1, 0, (y - head.chinY) / tall)
    const clothRow = smoothstep(CLOTH_BELOW_CHIN, CLOTH_BELOW_CHIN + 0.1, (y - head.chinY) / tall)
    const jawRow =
      smoothstep(0.1, 0.2, (y - head.eyeY) / tall) * (1 - smoothstep(0, 0.1, (y - head.chinY) / tall))
    if (hairRow + clothRow <= 0) continue
    const ring = ((clothRow > 0 ? CLOTH_RING : HAIR_RING) * tall) / CELL
    const cellRow = Math.floor(y / CELL) * behind.depth.width
    const v = (y + 0.5) / CELL - 0.5
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      // Between cells the depth is at most one and a half less than in the pixel's own.
      if ((alpha.data[i] ?? 0) < 0.02 || (behind.depth.data[cellRow + ((x / CELL) | 0)] ?? 0) > ring + 1.5)
        continue
      const u = (x + 0.5) / CELL - 0.5
      const depth = bilinear(behind.depth, u, v)
      const near = 1 - smoothstep(ring * 0.5, ring, depth)
      if (near <= 0) continue
      const { l, a, b } = labAt(colours, i * 3)
      const l0 = bilinear(behind.l, u, v)
      const a0 = bilinear(behind.a, u, v)
      const b0 = bilinear(behind.b, u, v)
      const wantedA = Math.min(a0, WARMEST)
      const wantedB = Math.min(b0, WARMEST)
      const colder = wantedB - b
      const hair = hairRow * smoothstep(3, 10, colder) * smoothstep(45, 62, l)
      const dark = 1 - smoothstep(24, 36, l0)
      const cloth = clothRow * dark * smoothstep(5, 14, colder) * smoothstep(1, 7, l - l0)
      const rim = (depth * CELL) / tall
      const alien = Math.hypot(a - a0, b - b0)
      const jaw =
        jawRow *
        (1 - smoothstep(JAW_NEAR * 0.6, JAW_NEAR, (bilinear(behind.toFace, u, v) * CELL) / tall)) *
        (1 - smoothstep(JAW_RING * 0.6, JAW_RING, rim)) *
        smoothstep(JAW_FOREIGN.from, JAW_FOREIGN.to, alien) *
        smoothstep(2, 10, a - a0)
      const share = near * Math.max(hair * HAIR_PULL, cloth * CLOTH_PULL)
      // A lens draws the border between dark and bright in green.
      const outermost = 1 - smoothstep(FRINGE * 0.4, FRINGE, rim)
      const fringe = outermost * Math.max(hairRow, clothRow) * smoothstep(4, 11, wantedA - a)
      if (share < 0.01 && fringe < 0.01 && jaw < 0.01) continue
      const light = linearOf({
        l: l + Math.max(near * cloth * CLOTH_LIGHT_PULL, jaw * JAW_LIGHT_PULL) * (l0 - l),
        a: mixed(a, wantedA, Math.max(share, fringe * FRINGE_PULL), a0, jaw * JAW_PULL),
        b: mixed(b, wantedB, share, b0, jaw * JAW_PULL),
      })
      for (let c = 0; c < 3; c++) colours[i * 3 + c] = Math.round(255 * fastCode(light[c] ?? 0))
    }
  }
}
