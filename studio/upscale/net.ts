import { fileURLToPath } from 'node:url'
import { firstOutput, sessionOf } from '#studio/nets/onnx.ts'
import type { Size } from '#studio/picture/raster.ts'

/** Input pixels each way that an output pixel depends on: the sum of the kernels' radii. */
export const NET_REACH = 10

/** A residual dense network; `npm run nets` makes it, see docs/models.md. */
export const UPSCALER = fileURLToPath(new URL('./weights/rdn-2x.onnx', import.meta.url))

/**
 * A picture of twice the size. Its red, green and blue lie in planes one after the other, 0..255, in the answer not clamped.
 * @throws RangeError when the net's answer has another size
 */
export async function doubled(planes: Float32Array, { width, height }: Size): Promise<Float32Array> {
  const answer = await firstOutput(await sessionOf(UPSCALER), planes, [1, 3, height, width])
  const large = answer?.data
  if (!(large instanceof Float32Array) || large.length !== 4 * planes.length)
    throw new RangeError(`${UPSCALER}: a picture of twice the size is what it gives`)
  return large
}
