import { readFile } from 'node:fs/promises'
import * as tf from '@tensorflow/tfjs-core'
import { z } from 'zod'
import { startRuntime } from '#studio/nets/runtime.ts'

/** Input pixels each way that an output pixel depends on: the sum of the kernels' radii. */
export const NET_REACH = 10

/** Doubles interleaved RGB of 0..255. */
export type Doubler = (input: Float32Array, width: number, height: number) => Float32Array

const Manifest = z.object({
  tensors: z.array(z.object({ name: z.string(), shape: z.array(z.int().positive()) })),
})

let doubler: Promise<Doubler> | undefined

/**
 * A residual dense network (Zhang et al. 2018) with the 2x weights of `@upscalerjs/esrgan-slim`. They are kept here
 * because that package asks for the whole of TensorFlow.js (272 MB). Its 4x weights are of no use: they spread 3x3
 * kernels over blocks of 4x4 equal pixels.
 */
export function loadDoubler(): Promise<Doubler> {
  doubler ??= createDoubler()
  return doubler
}

async function createDoubler(): Promise<Doubler> {
  await startRuntime()
  const weights = await readWeights()
  return (input, width, height) =>
    tf.tidy(() =>
      runNet(weights, tf.tensor4d(input, [1, height, width, 3]))
        .dataSync<'float32'>()
        .slice(),
    )
}

type Weights = ReadonlyMap<string, tf.Tensor>

async function readWeights(): Promise<Weights> {
  const [manifest, bytes] = await Promise.all([
    readFile(new URL('./weights/rdn-2x.json', import.meta.url), 'utf8'),
    readFile(new URL('./weights/rdn-2x.bin', import.meta.url)),
  ])
  const values = new Float32Array(new Uint8Array(bytes).buffer)
  const weights = new Map<string, tf.Tensor>()
  let from = 0
  for (const { name, shape } of Manifest.parse(JSON.parse(manifest)).tensors) {
    const length = shape.reduce((product, side) => product * side, 1)
    weights.set(name, tf.tensor(values.subarray(from, from + length), shape))
    from += length
  }
  return weights
}

/** The layers under the names their weights bear. */
function runNet(weights: Weights, input: tf.Tensor4D): tf.Tensor {
  const conv = (x: tf.Tensor4D, name: string, activation: 'linear' | 'relu' = 'linear'): tf.Tensor4D => {
    const filter = weights.get(`${name}/kernel`)
    const bias = weights.get(`${name}/bias`)
    if (!filter || !bias) throw new Error(`upscaling net: no weights for ${name}`)
    return tf.fused.conv2d({ x, filter: filter as tf.Tensor4D, bias, strides: 1, pad: 'same', activation })
  }
  // Each part gives its intermediate values back at once: all of them together would be four times the memory.
  const block = (x: tf.Tensor4D, index: number): tf.Tensor4D =>
    tf.tidy(() => tf.add(conv(tf.concat([x, conv(x, `F_${index}_1`, 'relu')], 3), `LFF_${index}`), x))
  const features = tf.tidy(() => {
    const shallow = conv(input, 'F_m1')
    const first = block(conv(shallow, 'F_0'), 1)
    const second = block(first, 2)
    return tf.add<tf.Tensor4D>(conv(conv(tf.concat([first, second], 3), 'GFF_1'), 'GFF_2'), shallow)
  })
  const phases = tf.tidy(() => conv(conv(conv(features, 'UPN1', 'relu'), 'UPN2', 'relu'), 'UPN3'))
  const [, height, width] = phases.shape
  return conv(tf.image.resizeNearestNeighbor(phases, [height * 2, width * 2]), 'SR')
}
