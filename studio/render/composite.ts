import { CODE_OF_ROOT } from '#studio/picture/color.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { sheetOf } from './sheet.ts'
import type { Picture } from './sheet.ts'
import { softenIn, splineIn } from './soften.ts'

export interface CompositeOrder {
  /** Its planes become those of the result. */
  subject: Picture
  alpha: Pointer
  /** Linear light on a reduced raster of the picture's shape. */
  backdrop: readonly [Plane, Plane, Plane]
  side: 'left' | 'right'
  wrap: number
  rim: number
  /** Upper forehead to chin, pixels. */
  faceHeight: number
}

/** The backdrop in code values, as splines of its cells. */
function ground(room: Room, { subject, backdrop }: CompositeOrder): [Pointer, Pointer, Pointer] {
  const codes = room.put(CODE_OF_ROOT)
  const full = (plane: Plane) => {
    const cells = sheetOf(room, plane)
    kernels.codes(cells.at, plane.data.length, codes, cells.at)
    return splineIn(room, cells, subject.width, subject.height / plane.height)
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
