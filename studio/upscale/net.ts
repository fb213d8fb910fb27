import { fileURLToPath } from 'node:url'
import * as tf from '@tensorflow/tfjs-core'
import { loadWeights } from '#studio/nets/runtime.ts'

/** Interleaved float RGB, 0..255 but not clamped, as one picture of a batch. */
export type Picture = tf.Tensor4D

/** Input pixels each way that an output pixel depends on: the sum of the kernels' radii. */
export const NET_REACH = 10

let weights: Promise<tf.NamedTensorMap> | undefined

/**
 * Doubles pictures: a residual dense network (Zhang et al. 2018) with the 2x weights of `@upscalerjs/esrgan-slim`. They are
 * kept here because that package asks for the whole of TensorFlow.js (272 MB). Its 4x weights are of no use: they spread
 * 3x3 kernels over blocks of 4x4 equal pixels.
 */
export async function loadDoubler(): Promise<(input: Picture) => Picture> {
  weights ??= loadWeights(fileURLToPath(new URL('./weights/rdn-2x.json', import.meta.url)))
  const known = await weights
  return (input) => tf.tidy(() => runNet(known, input))
}

/** The layers under the names their weights bear. */
function runNet(weights: tf.NamedTensorMap, input: Picture): Picture {
  const conv = (x: Picture, name: string, activation: 'linear' | 'relu' = 'linear'): Picture => {
    const [filter, bias] = [weights[`${name}/kernel`] as tf.Tensor4D, weights[`${name}/bias`] as tf.Tensor1D]
    return tf.fused.conv2d({ x, filter, bias, strides: 1, pad: 'same', activation })
  }
  // Each part gives its intermediate values back at once: all of them together would be four times the memory.
  const block = (x: Picture, index: number): Picture =>
    tf.tidy(() => tf.add(conv(tf.concat([x, conv(x, `F_${index}_1`, 'relu')], 3), `LFF_${index}`), x))
  const features = tf.tidy(() => {
    const shallow = conv(input, 'F_m1')
    const first = block(conv(shallow, 'F_0'), 1)
    const second = block(first, 2)
    return tf.add<Picture>(conv(conv(tf.concat([first, second], 3), 'GFF_1'), 'GFF_2'), shallow)
  })
  const phases = tf.tidy(() => conv(conv(conv(features, 'UPN1', 'relu'), 'UPN2', 'relu'), 'UPN3'))
  const [, height, width] = phases.shape
  return conv(tf.image.resizeNearestNeighbor(phases, [height * 2, width * 2]), 'SR')
}
