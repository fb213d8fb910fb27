import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import * as tf from '@tensorflow/tfjs-core'
import { enlarge } from '#studio/matte/filters.ts'
import type { Plane, Raster } from '#studio/raster.ts'
import { startRuntime } from './runtime.ts'
import { readTflite } from './tflite.ts'
import type { TfliteGraph, TfliteOperator } from './tflite.ts'

const require = createRequire(import.meta.url)
const SIDE = 256
const LOGIT_LIMIT = 16

type Segmenter = (input: Float32Array) => Float32Array

let segmenter: Promise<Segmenter> | undefined

export interface SegmentOptions {
  /** Size of the answer, the raster's own unless given. */
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
  const { width = raster.width, height = raster.height, bothWays = false } = options
  segmenter ??= createSegmenter()
  const segment = await segmenter
  const input = squeeze(raster)
  const logits = segment(input)
  if (bothWays) {
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

/** Squeezes the raster into the net's square by area means, 0..1. */
function squeeze({ width, height, data }: Raster): Float32Array {
  const stride = width * 3
  const rows = new Float32Array(SIDE * stride)
  for (const { to, from, weight } of shares(height, SIDE))
    addRow(
      rows.subarray(to * stride, (to + 1) * stride),
      data.subarray(from * stride, (from + 1) * stride),
      weight / 255,
    )
  const columns = shares(width, SIDE)
  const across = {
    to: Int32Array.from(columns, ({ to }) => to * 3),
    from: Int32Array.from(columns, ({ from }) => from * 3),
    weight: Float32Array.from(columns, ({ weight }) => weight),
  }
  const out = new Float32Array(SIDE * SIDE * 3)
  for (let y = 0; y < SIDE; y++)
    squeezeRow(
      out.subarray(y * SIDE * 3, (y + 1) * SIDE * 3),
      rows.subarray(y * stride, (y + 1) * stride),
      across,
    )
  return out
}

function addRow(sums: Float32Array, row: Uint8Array, share: number): void {
  for (let k = 0; k < sums.length; k++) sums[k] = (sums[k] ?? 0) + share * (row[k] ?? 0)
}

function squeezeRow(
  out: Float32Array,
  row: Float32Array,
  { to, from, weight }: { to: Int32Array; from: Int32Array; weight: Float32Array },
): void {
  for (let k = 0; k < to.length; k++) {
    const target = to[k] ?? 0
    const source = from[k] ?? 0
    const share = weight[k] ?? 0
    out[target] = (out[target] ?? 0) + share * (row[source] ?? 0)
    out[target + 1] = (out[target + 1] ?? 0) + share * (row[source + 1] ?? 0)
    out[target + 2] = (out[target + 2] ?? 0) + share * (row[source + 2] ?? 0)
  }
}

/** Each source cell's share of each target cell: area when shrinking, linear interpolation when enlarging. */
function shares(from: number, to: number): { to: number; from: number; weight: number }[] {
  const ratio = from / to
  const list: { to: number; from: number; weight: number }[] = []
  for (let i = 0; i < to; i++) {
    if (ratio <= 1) {
      const position = Math.min(from - 1, Math.max(0, (i + 0.5) * ratio - 0.5))
      const low = Math.floor(position)
      const high = Math.min(from - 1, low + 1)
      list.push({ to: i, from: low, weight: 1 - (position - low) })
      if (high > low) list.push({ to: i, from: high, weight: position - low })
      continue
    }
    const start = i * ratio
    const end = (i + 1) * ratio
    for (let s = Math.floor(start); s < Math.min(from, Math.ceil(end)); s++) {
      list.push({ to: i, from: s, weight: (Math.min(end, s + 1) - Math.max(start, s)) / ratio })
    }
  }
  return list
}
