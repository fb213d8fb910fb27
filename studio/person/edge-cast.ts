import { CODE_OF_ROOT, LINEAR_OF_BYTE } from '#studio/color.ts'
import { kernels, ROWS_PER_CALL, withRoom } from '#studio/kernels/kernels.ts'
import { blur } from '#studio/planes/blur.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { reduce } from '#studio/planes/resize.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { above, inverse } from '#studio/planes/mask.ts'
import type { HeadGeometry } from '#studio/matte/segmentation.ts'
import type { Plane } from '#studio/raster.ts'

/** Pixels per cell of the planes that tell what lies behind the edge, as in the kernel. */
const CELL = 4
/** Lengths as fractions of the face height: how far light from behind creeps round hair and cloth. */
const HAIR_RING = 0.1
const CLOTH_RING = 0.2
const REFERENCE = 0.12
/** Hair down to the mouth: a pale collar stands beside the jaw from there on. Cloth from so far below the chin on. */
const HAIR_ABOVE_CHIN = 0.34
const COLLAR_ABOVE_CHIN = 0.22
const CLOTH_BELOW_CHIN = 0.1
const FRINGE = 0.035
/** Beside the face, as near to it as this, the border is skin: what is of quite another colour there was not. */
const JAW_NEAR = 0.1
const JAW_RING = 0.035

/** Planes of cells of `CELL` pixels. */
interface Reference {
  width: number
  height: number
  /** Mean Lab of the subject behind the ring, spread out to its border. */
  lab: [Float32Array, Float32Array, Float32Array]
  /** Cells from the subject's border, and from the face. */
  depth: Float32Array
  toFace: Float32Array
}

function behindEdge(colours: Uint8Array, alpha: Plane, head: HeadGeometry): Reference {
  const covered = reduce(alpha, CELL)
  const { width, height } = covered
  const unit = head.faceHeight / CELL
  const depth = distanceTo(inverse(above(covered.data, 0.5)), width, height)
  const mask = new Uint8Array(depth.length)
  for (let y = 0; y < height; y++) {
    const ring = unit * (y * CELL > head.chinY ? CLOTH_RING : HAIR_RING)
    for (let i = y * width; i < (y + 1) * width; i++) mask[i] = (depth[i] ?? 0) < ring ? 0 : 1
  }
  const spread = (data: Float32Array) => blur({ width, height, data }, unit * REFERENCE).data
  const weight = spread(Float32Array.from(mask))
  const [l, a, b] = labWithin(colours, alpha, mask, covered)
  const face = reduce({ width: alpha.width, height: alpha.height, data: head.face }, CELL)
  return {
    width,
    height,
    lab: [mean(spread(l), weight), mean(spread(a), weight), mean(spread(b), weight)],
    depth,
    toFace: distanceTo(above(face.data, 0.5), width, height),
  }
}

/** Lab of the cells that the mask holds, 0 elsewhere. */
function labWithin(
  colours: Uint8Array,
  { width, height }: Plane,
  mask: Uint8Array,
  cells: Plane,
): [Float32Array, Float32Array, Float32Array] {
  return withRoom((room) => {
    const count = mask.length
    const [l, a, b] = [room.floats(count), room.floats(count), room.floats(count)]
    const linear = room.put(LINEAR_OF_BYTE)
    const pixels = room.put(colours)
    const inside = room.put(mask)
    kernels.labOfCells(pixels, width, height, CELL, inside, cells.width, cells.height, linear, l, a, b)
    return [room.takeFloats(l, count), room.takeFloats(a, count), room.takeFloats(b, count)]
  })
}

function mean(sums: Float32Array, weights: Float32Array): Float32Array {
  return withRoom((room) => {
    const values = room.put(sums)
    kernels.divide(values, room.put(weights), sums.length, 1e-4)
    return room.takeFloats(values, sums.length)
  })
}

/** Per row how far it is one of hair, cloth and jaw, 0..1, and how many cells deep its ring is. */
function kindsOfRows(height: number, { eyeY, chinY, faceHeight: tall }: HeadGeometry): Float32Array {
  const rows = new Float32Array(height * 4)
  for (let y = 0; y < height; y++) {
    const [belowEyes, belowChin] = [(y - eyeY) / tall, (y - chinY) / tall]
    const hair = 1 - smoothstep(-HAIR_ABOVE_CHIN, -COLLAR_ABOVE_CHIN, belowChin)
    const cloth = smoothstep(CLOTH_BELOW_CHIN, CLOTH_BELOW_CHIN + 0.1, belowChin)
    const jaw = smoothstep(0.1, 0.2, belowEyes) * (1 - smoothstep(0, 0.1, belowChin))
    rows.set([hair, cloth, jaw, ((cloth > 0 ? CLOTH_RING : HAIR_RING) * tall) / CELL], y * 4)
  }
  return rows
}

/**
 * The edge cast, cold light of the old surroundings at the border of pale hair and dark cloth, goes to the colour behind
 * it.
 * Hair and cloth that are blue themselves are as blue behind the border, and stay. Changes `colours` in place.
 */
export function tameEdgeCast(colours: Uint8Array, alpha: Plane, head: HeadGeometry): void {
  const { width, height } = alpha
  const behind = behindEdge(colours, alpha, head)
  const unit = head.faceHeight / CELL
  withRoom((room) => {
    const pixels = room.put(colours)
    // In the order of the kernel's `Picture`.
    const picture = room.put(
      Int32Array.of(
        pixels,
        room.put(alpha.data),
        width,
        height,
        room.put(...behind.lab, behind.depth, behind.toFace),
        behind.width,
        behind.height,
        room.put(kindsOfRows(height, head)),
        room.floats(5 * (behind.width + 8)),
        room.put(LINEAR_OF_BYTE),
        room.put(CODE_OF_ROOT),
      ),
      Float32Array.of(FRINGE * unit, JAW_RING * unit, JAW_NEAR * unit),
    )
    for (let y = 0; y < height; y += ROWS_PER_CALL)
      kernels.tameEdgeCast(picture, y, Math.min(height, y + ROWS_PER_CALL))
    colours.set(room.takeBytes(pixels, colours.length))
  })
}
