import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { readTflite } from './tflite.ts'
import type { TfliteGraph, TfliteOperator } from './tflite.ts'

const require = createRequire(import.meta.url)

/** A net in TensorFlow.js' format: the graph, and the weights beside it. */
export interface GraphFiles {
  json: string
  bin: Uint8Array
}

/** Names of the converted nets' files, without their endings `.json` and `.bin`. */
export const MEDIAPIPE_NETS = {
  'selfie-segmentation': convertSegmentation,
  'palm-detection': convertPalmDetection,
  'hand-landmarks': convertHandLandmarks,
}

/** The file that holds two nets of palms, one after the other: where the larger one begins and ends, in bytes. */
const PALMS = { file: 'hands_solution_packed_assets.data', begin: 11, end: 2_341_291 } as const

type Values = Uint16Array | Float32Array | Int32Array

/** Nodes and weights of a graph, as they are added. */
function openGraph(weightsFile: string) {
  const nodes: { name: string; op: string; input: string[]; attr: object }[] = []
  const weights: object[] = []
  const parts: Uint8Array[] = []
  const add = (name: string, op: string, input: string[], attr: object = {}): string => {
    nodes.push({ name, op, input, attr })
    return name
  }
  /** Kept as they are: 16 bits are floats of half precision. */
  const constant = (name: string, shape: number[], values: Values): string => {
    const isWhole = values instanceof Int32Array
    const quantization = values instanceof Uint16Array ? { quantization: { dtype: 'float16' } } : {}
    weights.push({ name, shape, dtype: isWhole ? 'int32' : 'float32', ...quantization })
    parts.push(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    return add(name, 'Const', [], { dtype: { type: isWhole ? 'DT_INT32' : 'DT_FLOAT' } })
  }
  const files = (): GraphFiles => ({
    json: `${JSON.stringify({
      format: 'graph-model',
      modelTopology: { node: nodes, versions: {} },
      weightsManifest: [{ paths: [weightsFile], weights }],
    })}\n`,
    bin: Buffer.concat(parts),
  })
  return { add, constant, files }
}

/** MediaPipe's selfie segmentation as a graph of TensorFlow.js, without its closing sigmoid: callers average logits. */
async function convertSegmentation(): Promise<GraphFiles> {
  const folder = path.dirname(require.resolve('@mediapipe/selfie_segmentation/package.json'))
  const file = await readFile(path.join(folder, 'selfie_segmentation.tflite'))
  return convert(readTflite(file), 'selfie-segmentation.bin', [0])
}

/** MediaPipe's palm detection, the larger of its two nets, as a graph of TensorFlow.js. */
async function convertPalmDetection(): Promise<GraphFiles> {
  const folder = path.dirname(require.resolve('@mediapipe/hands/package.json'))
  const file = await readFile(path.join(folder, PALMS.file))
  return convert(readTflite(file.subarray(PALMS.begin, PALMS.end)), 'palm-detection.bin', [0, 1])
}

/**
 * MediaPipe's hand landmarks, the smaller of its two nets: positions of 21 points of a hand, and the probability of a
 * hand.
 */
async function convertHandLandmarks(): Promise<GraphFiles> {
  const folder = path.dirname(require.resolve('@mediapipe/hands/package.json'))
  const file = await readFile(path.join(folder, 'hand_landmark_lite.tflite'))
  return convert(readTflite(file), 'hand-landmarks.bin', [0, 1])
}

/** A graph for the given outputs of the net, without their final sigmoids. */
function convert(net: TfliteGraph, weightsFile: string, outputs: readonly number[]): GraphFiles {
  const { tensors, operators, inputs } = net
  const wanted = new Set(outputs.map((index) => net.outputs[index] ?? -1))
  const needed = [...operators].reverse().filter((operator) => {
    const isNeeded = operator.outputs.some((index) => wanted.has(index))
    if (isNeeded) for (const index of operator.inputs) wanted.add(index)
    return isNeeded
  })
  const graph = openGraph(weightsFile)
  const names = tensors.map((_, index) => `t${index}`)
  const nameOf = (index = -1): string => {
    const name = names[index]
    if (name === undefined) throw new Error(`net: no tensor ${index}`)
    return name
  }
  graph.add(nameOf(inputs[0]), 'Placeholder', [], { dtype: { type: 'DT_FLOAT' } })
  // An unused constant would become an output of the graph.
  if (needed.some(({ kind }) => kind === 'hard-swish')) {
    graph.constant('three', [], Float32Array.of(3))
    graph.constant('sixth', [], Float32Array.of(1 / 6))
  }
  const kept = new Set<number>()
  const sources = new Map<number, number>()
  for (const { kind, inputs: from, outputs: to } of operators)
    if (kind === 'dequantize') sources.set(to[0] ?? -1, from[0] ?? -1)
  for (const operator of needed.reverse()) {
    const { kind, stride, activation } = operator
    const [output = -1] = operator.outputs
    if (kind === 'dequantize' || (kind === 'logistic' && net.outputs.includes(output))) continue
    operator.inputs.forEach((index, place) => {
      const { shape, data } = tensors[sources.get(index) ?? index] ?? {}
      // The target size of a resize is part of the output's shape.
      if (!data || !shape || kept.has(index) || kind === 'resize-bilinear') return
      kept.add(index)
      const turned =
        place === 1 && data instanceof Uint16Array ? turnFilter(kind, shape, data) : { shape, data }
      graph.constant(nameOf(index), turned.shape, turned.data)
    })
    const name = nameOf(output)
    const [x, y, bias] = operator.inputs.map((index) => nameOf(index)) as [string, string, string]
    const slide = {
      strides: { list: { i: ['1', String(stride), String(stride), '1'] } },
      padding: text(operator.samePadding ? 'SAME' : 'VALID'),
      dilations: { list: { i: ['1', '1', '1', '1'] } },
      data_format: text('NHWC'),
    }
    const part = (suffix: string, op: string, input: string[], attr?: object) =>
      graph.add(`${name}/${suffix}`, op, input, attr)
    switch (kind) {
      case 'conv':
      case 'depthwise-conv': {
        const sum = part('sum', kind === 'conv' ? 'Conv2D' : 'DepthwiseConv2dNative', [x, y], slide)
        if (activation) graph.add(name, activation, [part('moved', 'AddV2', [sum, bias])])
        else graph.add(name, 'AddV2', [sum, bias])
        break
      }
      case 'fully-connected':
        graph.add(name, 'AddV2', [part('product', 'MatMul', [x, y], { transpose_b: { b: true } }), bias])
        break
      case 'mean':
        graph.add(name, 'Mean', [x, y], { keep_dims: { b: false } })
        break
      case 'transpose-conv-bias': {
        const blocks = { ...slide, strides: slide.dilations }
        const four = part('blocks', 'AddV2', [part('sum', 'Conv2D', [x, y], blocks), bias])
        graph.add(name, 'DepthToSpace', [four], { block_size: { i: '2' }, data_format: text('NHWC') })
        break
      }
      case 'hard-swish': {
        const gate = part('gate', 'Relu6', [part('moved', 'AddV2', [x, 'three'])])
        graph.add(name, 'Mul', [x, part('share', 'Mul', [gate, 'sixth'])])
        break
      }
      case 'average-pool': {
        const axes = graph.constant(`${name}/axes`, [2], Int32Array.of(1, 2))
        graph.add(name, 'Mean', [x, axes], { keep_dims: { b: true } })
        break
      }
      case 'resize-bilinear': {
        const [, height = 1, width = 1] = tensors[output]?.shape ?? []
        const size = graph.constant(`${name}/size`, [2], Int32Array.of(height, width))
        graph.add(name, 'ResizeBilinear', [x, size], { half_pixel_centers: { b: true } })
        break
      }
      case 'max-pool': {
        const window = {
          ...slide,
          ksize: { list: { i: ['1', String(operator.window), String(operator.window), '1'] } },
        }
        graph.add(name, 'MaxPool', [x], window)
        break
      }
      case 'prelu':
        graph.add(name, 'Prelu', [x, y])
        break
      case 'pad':
        graph.add(name, 'Pad', [x, y])
        break
      case 'reshape':
        graph.add(name, 'Reshape', [x, y])
        break
      case 'concatenate': {
        const axis = graph.constant(`${name}/axis`, [], Int32Array.of(1))
        graph.add(name, 'ConcatV2', [x, y, axis], { N: { i: '2' } })
        break
      }
      case 'add':
      case 'mul':
        graph.add(name, kind === 'add' ? 'AddV2' : 'Mul', [x, y])
        break
      case 'relu':
      case 'logistic':
        graph.add(name, kind === 'relu' ? 'Relu' : 'Sigmoid', [x])
    }
  }
  return graph.files()
}

const text = (value: string) => ({ s: Buffer.from(value).toString('base64') })

/** TFLite keeps filters as out, height, width, in; TensorFlow.js wants height, width, in, out. */
function turnFilter(kind: TfliteOperator['kind'], shape: number[], data: Uint16Array) {
  const [first = 1, height = 1, width = 1, last = 1] = shape
  // Stride 2, kernel 2: the blocks do not overlap, so the operation is a 1x1 convolution to the four pixels of each
  // block.
  if (kind === 'transpose-conv-bias')
    return { shape: [1, 1, last, height * width], data: transposed(data, height * width, last) }
  if (kind !== 'conv' && kind !== 'depthwise-conv') return { shape, data }
  return { shape: [height, width, last, first], data: transposed(data, first, height * width * last) }
}

/** A matrix of so many rows and columns, turned over its diagonal. */
function transposed(data: Uint16Array, rows: number, columns: number): Uint16Array {
  return data.map((_, i) => data[(i % rows) * columns + Math.floor(i / rows)] ?? 0)
}
