import { CODE_OF_ROOT } from '#studio/picture/color.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { planeOf, sheetOf } from './sheet.ts'
import type { Picture } from './sheet.ts'
import { expand, shrinkIn, softenCellsIn, softenIn, splineIn } from './soften.ts'

export interface CompositeOrder {
  /** Its planes become those of the result. */
  subject: Picture
  alpha: Pointer
  /** Linear light on a reduced raster of the picture's shape. */
  backdrop: readonly [Plane, Plane, Plane]
  side: 'left' | 'right'
  wrap: number
  rim: number
  shadow: number
  /** Upper forehead to chin, pixels. */
  faceHeight: number
}

const SHADOW_CELL = 8

/** Alpha moved away from the key and blurred: the subject's soft shadow, 0..1, on cells of 8 pixels. */
function shadowOf({ subject, alpha, side, faceHeight }: CompositeOrder): Plane {
  const soft = withRoom((room) => {
    const cells = shrinkIn(room, { ...subject, at: alpha }, SHADOW_CELL)
    return planeOf(room, { ...cells, at: softenCellsIn(room, cells, (faceHeight * 0.24) / SHADOW_CELL) })
  })
  const shiftX = Math.round(((side === 'left' ? 1 : -1) * faceHeight * 0.22) / SHADOW_CELL)
  const shiftY = Math.round((faceHeight * 0.1) / SHADOW_CELL)
  const { width, height } = soft
  const data = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const sy = Math.min(height - 1, Math.max(0, y - shiftY))
    for (let x = 0; x < width; x++) {
      const sx = Math.min(width - 1, Math.max(0, x - shiftX))
      data[y * width + x] = soft.data[sy * width + sx] ?? 0
    }
  }
  return { width, height, data }
}

/** The backdrop in code values with the subject's shadow on it, as splines of its cells. */
function ground(room: Room, order: CompositeOrder): [Pointer, Pointer, Pointer] {
  const { subject, backdrop, shadow } = order
  const [{ width, height, data }] = backdrop
  const factor = subject.height / height
  const dim = new Float32Array(data.length).fill(1)
  if (shadow > 0) {
    const cells = shadowOf(order)
    const dark = expand(cells, width, height, SHADOW_CELL / factor).data
    for (let i = 0; i < dim.length; i++) dim[i] = 1 - shadow * (dark[i] ?? 0)
  }
  const [shares, codes] = [room.put(dim), room.put(CODE_OF_ROOT)]
  const full = (plane: Plane) => {
    const cells = sheetOf(room, plane)
    kernels.dimmedCodes(cells.at, shares, data.length, codes, cells.at)
    return splineIn(room, cells, subject.width, factor)
  }
  return [full(backdrop[0]), full(backdrop[1]), full(backdrop[2])]
}

/**
 * Puts the subject before the backdrop, in code values because the matte was estimated there; in the subject's own
 * planes. Light from the backdrop wraps round the edge and, on dark sets, a rim light frees hair and shoulders,
 * most of all those of the backdrop's own tone; white hair and cloth darken towards a white one.
 */
export function composite(order: CompositeOrder): Picture {
  const { subject, faceHeight, side } = order
  const { width, height } = subject
  withRoom((room) => {
    const alpha = { width, height, at: order.alpha }
    const composition = room.put(
      Int32Array.of(
        width,
        height,
        ...subject.planes,
        ...ground(room, order),
        ...[room.floats(width + 4), room.floats(width + 4), room.floats(width + 4)],
        alpha.at,
        softenIn(room, alpha, faceHeight * 0.035),
        order.rim > 0 ? softenIn(room, alpha, faceHeight * 0.009) : 0,
        room.floats(width + 4),
        Math.max(2, Math.round(faceHeight * 0.013)),
      ),
      Float32Array.of(order.wrap, order.rim, side === 'left' ? 1 : -1),
    )
    kernels.compose(composition)
  })
  return subject
}
