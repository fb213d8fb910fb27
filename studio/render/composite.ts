import { fastCode } from '#studio/picture/color.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer } from '#studio/kernels/kernels.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { LIGHT_CELL } from './light.ts'
import type { Picture } from './light.ts'
import type { Surround } from './surround.ts'
import { softenIn } from '#studio/planes/blur.ts'
import { splineIn } from '#studio/planes/resize.ts'

export interface CompositeOrder {
  /** Its planes become those of the result. */
  subject: Picture
  alpha: Pointer
  /** Linear light on a reduced raster of the picture's shape. */
  backdrop: readonly [Plane, Plane, Plane]
  side: 'left' | 'right'
  wrap: number
  rim: number
  /** Of the place on the subject; null in a studio. */
  surround: Surround | null
  /** Upper forehead to chin, pixels. */
  faceHeight: number
}

/** Colour that a studio's rim light adds to black: a little cooler than the key. */
const RIM_COLOUR = [0.35, 0.35, 0.38] as const

/**
 * Puts the subject before the backdrop, in code values because the matte was estimated there; in the subject's own
 * planes. The light of the place falls on the subject, that of the backdrop wraps round the edge and, on dark sets, a rim light frees hair and shoulders,
 * most of all those of the backdrop's own tone; white hair and cloth darken towards a white one.
 */
export function composite(order: CompositeOrder): Picture {
  const { subject, faceHeight, side, surround } = order
  const { width, height } = subject
  withRoom((room) => {
    const ground = ({ data, ...size }: Plane) =>
      splineIn(room, { ...size, data: data.map(fastCode) }, width, height / size.height)
    const gain = (cells: Plane) => splineIn(room, cells, width, LIGHT_CELL)
    const soft = (sigma: number) => softenIn(room, subject, order.alpha, faceHeight * sigma)
    const composition = room.put(
      Int32Array.of(
        width,
        height,
        ...subject.planes,
        ...order.backdrop.map(ground),
        ...[room.floats(width + 4), room.floats(width + 4), room.floats(width + 4)],
        ...(surround ? surround.gains.map(gain) : [0, 0, 0]),
        ...[room.floats(width + 4), room.floats(width + 4), room.floats(width + 4)],
        order.alpha,
        soft(0.035),
        order.rim > 0 ? soft(0.009) : 0,
        room.floats(width + 4),
        Math.max(2, Math.round(faceHeight * 0.013)),
      ),
      Float32Array.of(order.wrap, order.rim, side === 'left' ? 1 : -1, ...(surround?.rim ?? RIM_COLOUR)),
    )
    kernels.compose(composition)
  })
  return subject
}
