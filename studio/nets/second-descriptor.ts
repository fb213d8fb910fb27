import { createRequire } from 'node:module'
import path from 'node:path'
import * as tf from '@tensorflow/tfjs-core'
import type { Raster } from '#studio/picture/raster.ts'
import { cutSquare, lifted } from './crop.ts'
import { squareAround } from './facemesh.ts'
import { loadWeights, valuesOf } from './runtime.ts'
import { normalise } from './vectors.ts'

const require = createRequire(import.meta.url)

const MANIFEST = 'face_recognition_model-weights_manifest.json'
const SIDE = 150
/** The cut in heights of the mesh, and how far below its middle. Best of 6 x 4 tried on photographs. */
const MARGIN = 1.1
const DROP = 0.05
const MEANS_RGB = [122.782, 117.001, 104.298] as const
const SECOND_DESCRIPTOR_VALUES = 128

/** Blocks in the order they run; "down" halves the picture first. */
const BLOCKS = [
  ...['conv32_1', 'conv32_2', 'conv32_3'],
  ...['conv64_down', 'conv64_1', 'conv64_2', 'conv64_3'],
  ...['conv128_down', 'conv128_1', 'conv128_2'],
  ...['conv256_down', 'conv256_1', 'conv256_2', 'conv256_down_out'],
]

let weights: Promise<tf.NamedTensorMap> | undefined

/**
 * A second, independent face descriptor, of a net trained on other pictures than `describeFace`: dlib's face
 * recognition (King 2017, weights of `@vladmandic/face-api`, read without the whole TensorFlow.js inside that
 * package).
 * 128 values, L2-normalised: compare by `cosine`, with limits of its own.
 */
export async function describeFaceAgain(raster: Raster, mesh: Float32Array): Promise<Float32Array> {
  weights ??= loadWeights(
    path.join(path.dirname(require.resolve('@vladmandic/face-api/package.json')), 'model', MANIFEST),
  )
  const known = await weights
  const cut = cutSquare(raster, lifted(squareAround(mesh, MARGIN), -DROP), SIDE, 1, 0)
  for (let i = 0; i < cut.length; i++) cut[i] = ((cut[i] ?? 0) - (MEANS_RGB[i % 3] ?? 0)) / 255
  const [values] = valuesOf(() => runNet(known, tf.tensor4d(cut, [1, SIDE, SIDE, 3])))
  return normalise(values ?? new Float32Array(SECOND_DESCRIPTOR_VALUES))
}

/** The layers under the names their weights bear. */
function runNet(weights: tf.NamedTensorMap, input: tf.Tensor4D): tf.Tensor {
  const weight = (name: string) => weights[name] as tf.Tensor
  const conv = (x: tf.Tensor4D, name: string, isDown: boolean): tf.Tensor4D => {
    const filters = weight(`${name}/conv/filters`) as tf.Tensor4D
    const raw = tf.conv2d(x, filters, isDown ? 2 : 1, isDown ? 'valid' : 'same')
    const biased = tf.add(raw, weight(`${name}/conv/bias`))
    return tf.add(tf.mul(biased, weight(`${name}/scale/weights`)), weight(`${name}/scale/biases`))
  }
  // The block's intermediate tensors are freed with it.
  const block = (x: tf.Tensor4D, name: string): tf.Tensor4D =>
    tf.tidy(() => {
      const isDown = name.includes('down')
      const inner = conv(tf.relu(conv(x, `${name}/conv1`, isDown)), `${name}/conv2`, false)
      return tf.relu(isDown ? addPadded(inner, tf.avgPool(x, 2, 2, 'valid')) : tf.add(inner, x))
    })
  const first = tf.relu(conv(input, 'conv32_down', true))
  const last = BLOCKS.reduce(block, tf.maxPool(first, 3, 2, 'valid'))
  return tf.matMul(tf.mean<tf.Tensor2D>(last, [1, 2]), weight('fc'))
}

/** Half a picture, padded with zeros: right and below to the other's size, and in the channels it lacks. */
function addPadded(inner: tf.Tensor4D, pooled: tf.Tensor4D): tf.Tensor4D {
  const [, height, width, channels] = inner.shape
  const by = (more: number): [number, number] => [0, more]
  const larger = tf.pad(inner, [by(0), by(pooled.shape[1] - height), by(pooled.shape[2] - width), by(0)])
  return tf.add(larger, tf.pad(pooled, [by(0), by(0), by(0), by(channels - pooled.shape[3])]))
}
