import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import * as tf from '@tensorflow/tfjs-core'
import { enlarge } from '#studio/planes/resize.ts'
import type { Plane, Raster } from '#studio/picture/raster.ts'
import { startRuntime } from './runtime.ts'
import { squeeze } from './squeeze.ts'
import type { SqueezeOptions } from './squeeze.ts'
import { readTflite } from './tflite.ts'
import type { TfliteGraph, TfliteOperator } from './tflite.ts'

const require = createRequire(import.meta.url)
const SIDE = 256
const LOGIT_LIMIT = 16

type Segmenter = (input: Float32Array) => Float32Array

let segmenter: Promise<Segmenter> | undefined

export interface SegmentOptions extends SqueezeOptions {
  /** Size of the answer, that of what is segmented unless given. */
  width?: number
  height?: number
  /** Mean logit of the raster and of its mirror image: steadier, at twice the net's time. */
  bothWays?: boolean
}

/**
 * Logit of "person" per pixel (positive: person), MediaPipe selfie segmentation read at 256x256 and
 * resampled to the raster's size. The whole raster is squeezed into the square, as the net was trained.
 */
export async function segmentPerson(raster: Raster, options: SegmentOptions = {}): Promise<Plane> {
  const { width = (options.area ?? raster).width, height = (options.area ?? raster).height } = options
  segmenter ??= createSegmenter()
  const segment = await segmenter
  const input = squeeze(raster, SIDE, options)
  const logits = segment(input)
  if (options.bothWays) {
    const mirrored = mirror(segment(mirror(input, 3)), 1)
    for (let i = 0; i < logits.length; i++) logits[i] = ((logits[i] ?? 0) + (mirrored[i] ?? 0)) / 2
  }
  return enlarge({ width: SIDE, height: SIDE, data: logits }, width, height)
}

/** The net's square left to right, of so many channels. */
function mirror(square: Float32Array, channels: number): Float32Array {
  const out = new Float32Array(square.length)
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++)
      for (let c = 0; c < channels; c++)
        out[(y * SIDE + x) * channels + c] = square[(y * SIDE + SIDE - 1 - x) * channels + c] ?? 0
  return out
}

async function createSegmenter(): Promise<Segmenter> {
  await startRuntime()
  const folder = path.dirname(require.resolve('@mediapipe/selfie_segmentation/package.json'))
  const graph = readTflite(await readFile(path.join(folder, 'selfie_segmentation.tflite')))
  const weights = loadWeights(graph)
  return (input) => runGraph(graph, weights, input)
}

/** Constant tensors by index, filters turned to the order tfjs wants. */
function loadWeights(graph: TfliteGraph): (tf.Tensor | null)[] {
  const weights = graph.tensors.map(({ data, shape }) => (data ? tf.tensor(data, shape) : null))
  for (const { kind, inputs, outputs } of graph.operators) {
    const source = weights[inputs[0] ?? -1]
    if (kind === 'dequantize' && source) weights[outputs[0] ?? -1] = source
  }
  for (const { kind, inputs } of graph.operators) {
    const index = inputs[1] ?? -1
    const filter = weights[index]
    if (filter && kind !== 'add' && kind !== 'mul') weights[index] = turnFilter(kind, filter)
  }
  return weights
}

/** TFLite keeps filters as out, height, width, in; tfjs wants height, width, in, out. */
function turnFilter(kind: TfliteOperator['kind'], filter: tf.Tensor): tf.Tensor {
  if (kind === 'conv' || kind === 'depthwise-conv') return tf.transpose(filter, [1, 2, 3, 0])
  if (kind !== 'transpose-conv-bias') return filter
  // Stride 2, kernel 2: the blocks do not overlap, so it is a 1x1 convolution to the four pixels of each block.
  const [, kernelHeight = 2, kernelWidth = 2, depth = 16] = filter.shape
  const block = tf.reshape(filter, [kernelHeight * kernelWidth, depth])
  return tf.reshape(tf.transpose(block), [1, 1, depth, kernelHeight * kernelWidth])
}

function runGraph(graph: TfliteGraph, weights: (tf.Tensor | null)[], input: Float32Array): Float32Array {
  let output = new Float32Array(SIDE * SIDE)
  // Nothing is returned from within: tfjs would search it for tensors, value by value.
  tf.tidy(() => {
    const values = [...weights]
    values[graph.inputs[0] ?? 0] = tf.tensor4d(input, [1, SIDE, SIDE, 3])
    let last: tf.Tensor | null = null
    for (const operator of graph.operators) {
      if (operator.kind === 'dequantize') continue
      // The closing sigmoid is left off: callers average logits.
      if (operator.kind === 'logistic' && graph.outputs.includes(operator.outputs[0] ?? -1)) break
      const take = (index: number): tf.Tensor => {
        const value = values[operator.inputs[index] ?? -1]
        if (!value) throw new Error(`segmentation net: ${operator.kind} lacks input ${index}`)
        return value
      }
      const shape = graph.tensors[operator.outputs[0] ?? -1]?.shape ?? []
      last = runOperator(operator, take, shape)
      values[operator.outputs[0] ?? -1] = last
    }
    if (last) output = last.dataSync<'float32'>().slice()
  })
  return unfold(output)
}

function runOperator(
  operator: TfliteOperator,
  take: (index: number) => tf.Tensor,
  shape: number[],
): tf.Tensor {
  const image = (): tf.Tensor4D => take(0) as tf.Tensor4D
  const filter = (): tf.Tensor4D => take(1) as tf.Tensor4D
  const padding = operator.samePadding ? 'same' : 'valid'
  switch (operator.kind) {
    case 'dequantize':
      return take(0)
    case 'conv':
      return tf.add(tf.conv2d(image(), filter(), operator.stride, padding), take(2))
    case 'depthwise-conv':
      return tf.add(tf.depthwiseConv2d(image(), filter(), operator.stride, padding), take(2))
    case 'transpose-conv-bias':
      return tf.add(tf.conv2d(image(), filter(), 1, 'same'), take(2))
    case 'add':
      return tf.add(take(0), take(1))
    case 'mul':
      return tf.mul(take(0), take(1))
    case 'relu':
      return tf.relu(take(0))
    case 'logistic':
      return tf.sigmoid(take(0))
    case 'hard-swish':
      return tf.mul(take(0), tf.mul(tf.relu6(tf.add(take(0), 3)), 1 / 6))
    case 'average-pool':
      return tf.mean(take(0), [1, 2], true)
    case 'resize-bilinear':
      return tf.image.resizeBilinear(image(), [shape[1] ?? 1, shape[2] ?? 1], false, true)
  }
}

/** From 128x128 blocks of four to 256x256 pixels. */
function unfold(blocks: Float32Array): Float32Array {
  const half = SIDE / 2
  const out = new Float32Array(SIDE * SIDE)
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const block = ((y >> 1) * half + (x >> 1)) * 4
      const logit = blocks[block + (y & 1) * 2 + (x & 1)] ?? 0
      out[y * SIDE + x] = Math.min(LOGIT_LIMIT, Math.max(-LOGIT_LIMIT, logit))
    }
  }
  return out
}
