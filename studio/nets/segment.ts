import { fileURLToPath } from 'node:url'
import * as tf from '@tensorflow/tfjs-core'
import { enlarge } from '#studio/planes/resize.ts'
import type { Box } from '#studio/picture/box.ts'
import type { Plane, Raster } from '#studio/picture/raster.ts'
import { resized } from '#studio/picture/resized.ts'
import { loadModel, valuesOf } from './runtime.ts'

const SIDE = 256
const LOGIT_LIMIT = 16

export interface SegmentOptions {
  /** The part of the raster to segment, in whole pixels; all of it by default. */
  area?: Box
  /** A map from each byte value to the value the net gets: 256 entries. */
  tones?: Uint8Array | null
  /** Size of the answer, by default that of the segmented part. */
  width?: number
  height?: number
  /** Mean logit of the raster and of its mirror image: steadier, at twice the net's time. */
  bothWays?: boolean
}

/**
 * Logit of "person" per pixel (positive: person), MediaPipe selfie segmentation read at 256x256 and
 * resampled to the raster's size. The whole raster is squeezed into the square, as the net was trained.
 * `npm run nets` wrote the graph after the net in `@mediapipe/selfie_segmentation`.
 */
export async function segmentPerson(
  raster: Raster,
  { area, tones, bothWays, ...size }: SegmentOptions = {},
): Promise<Plane> {
  const { width, height } = { ...(area ?? raster), ...size }
  const file = fileURLToPath(new URL('./weights/selfie-segmentation.json', import.meta.url))
  const model = await loadModel(file)
  const bytes = await resized({ ...raster, channels: 3 }, { width: SIDE, height: SIDE }, area)
  const values = new Float32Array(bytes.length)
  for (let i = 0; i < values.length; i++) values[i] = (tones?.[bytes[i] ?? 0] ?? bytes[i] ?? 0) / 255
  const [data = new Float32Array(SIDE * SIDE)] = valuesOf(() => {
    const logits = (square: tf.Tensor4D): tf.Tensor4D =>
      tf.clipByValue(model.execute(square) as tf.Tensor4D, -LOGIT_LIMIT, LOGIT_LIMIT)
    const square = tf.tensor4d(values, [1, SIDE, SIDE, 3])
    if (!bothWays) return logits(square)
    return tf.div(tf.add(logits(square), tf.reverse(logits(tf.reverse(square, 2)), 2)), 2)
  })
  return enlarge({ width: SIDE, height: SIDE, data }, { width, height })
}
