import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transposed } from './onnx.ts'
import type { Weights } from './onnx.ts'
import { readPackage } from './packaged.ts'
import type { TensorflowNode } from './tensorflow.ts'
import { readTflite } from './tflite.ts'
import type { TfliteGraph, TfliteOperator } from './tflite.ts'
import { toOnnx } from './to-onnx.ts'

const SEGMENTATION = { name: '@mediapipe/selfie_segmentation', version: '0.1.1675465747' } as const
const HANDS = { name: '@mediapipe/hands', version: '0.4.1675469240' } as const

/** The package of each net, its file there, and what the studio calls its outputs. */
const MEDIAPIPE_NETS = {
  'selfie-segmentation': {
    source: SEGMENTATION,
    file: 'selfie_segmentation.tflite',
    outputs: ['logits'],
  },
  /** The larger of two nets of palms, which lie in one file one after the other: where it begins and ends, in bytes. */
  'palm-detection': {
    source: HANDS,
    file: 'hands_solution_packed_assets.data',
    begin: 11,
    end: 2_341_291,
    outputs: ['boxes', 'scores'],
  },
  /** The smaller of two nets: where 21 points of a hand are, and how sure it is that there is one. */
  'hand-landmarks': {
    source: HANDS,
    file: 'hand_landmark_lite.tflite',
    outputs: ['points', 'presence'],
  },
} as const

/** One of MediaPipe's nets as an ONNX file, without its closing sigmoids: the studio averages logits, or takes sigmoids itself. */
export function makeMediapipeNet(name: keyof typeof MEDIAPIPE_NETS): Promise<Uint8Array> {
  const net = { begin: 0, end: undefined, ...MEDIAPIPE_NETS[name] }
  return readPackage(net.source, async (folder) => {
    const file = await readFile(join(folder, net.file))
    return convert(name, readTflite(file.subarray(net.begin, net.end)), net.outputs)
  })
}

/** Nodes, weights and lists of whole numbers of a graph, as they are added. */
function openGraph() {
  const nodes: TensorflowNode[] = []
  const weights = new Map<string, Weights>()
  const integers = new Map<string, readonly number[]>()
  const add = (name: string, op: string, input: string[], rest: Partial<TensorflowNode> = {}): string => {
    nodes.push({ name, op, input, ...rest })
    return name
  }
  const whole = (name: string, values: readonly number[]): string => {
    integers.set(name, values)
    return name
  }
  return { nodes, weights, integers, add, whole }
}

/** The net for its first outputs, under these names, without their final sigmoids. */
function convert(label: string, net: TfliteGraph, outputs: readonly string[]): Uint8Array {
  const { tensors, operators, inputs } = net
  const wanted = new Set(net.outputs.slice(0, outputs.length))
  const needed = [...operators].reverse().filter((operator) => {
    const isNeeded = operator.outputs.some((index) => wanted.has(index))
    if (isNeeded) for (const index of operator.inputs) wanted.add(index)
    return isNeeded
  })
  const graph = openGraph()
  const names = tensors.map((_, index) => `t${index}`)
  const nameOf = (index = -1): string => {
    const name = names[index]
    if (name === undefined) throw new Error(`net: no tensor ${index}`)
    return name
  }
  graph.add(nameOf(inputs[0]), 'Placeholder', [], { shape: tensors[inputs[0] ?? -1]?.shape })
  graph.weights.set('three', { shape: [], values: Float32Array.of(3) })
  graph.weights.set('sixth', { shape: [], values: Float32Array.of(1 / 6) })
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
      if (data instanceof Int32Array) graph.integers.set(nameOf(index), [...data])
      else
        graph.weights.set(
          nameOf(index),
          place === 1 ? filterOf(kind, { shape, values: data }) : { shape, values: data },
        )
    })
    const name = nameOf(output)
    const [x = '', y = '', bias = ''] = operator.inputs.map((index) => nameOf(index))
    const slide = {
      strides: [1, stride, stride, 1],
      padding: operator.samePadding ? 'SAME' : 'VALID',
    }
    const part = (suffix: string, op: string, input: string[], rest?: Partial<TensorflowNode>) =>
      graph.add(`${name}/${suffix}`, op, input, rest)
    switch (kind) {
      case 'conv':
      case 'depthwise-conv': {
        const sum = part('sum', kind === 'conv' ? 'Conv2D' : 'DepthwiseConv2dNative', [x, y], slide)
        if (activation) graph.add(name, activation, [part('moved', 'AddV2', [sum, bias])])
        else graph.add(name, 'AddV2', [sum, bias])
        break
      }
      case 'fully-connected':
        graph.add(name, 'AddV2', [part('product', 'MatMul', [x, y], { transposeB: true }), bias])
        break
      case 'mean':
        graph.add(name, 'Mean', [x, y], { keepDims: false })
        break
      case 'transpose-conv-bias': {
        const blocks = { ...slide, strides: [1, 1, 1, 1] }
        const four = part('blocks', 'AddV2', [part('sum', 'Conv2D', [x, y], blocks), bias])
        graph.add(name, 'DepthToSpace', [four], { blockSize: 2 })
        break
      }
      case 'hard-swish': {
        const gate = part('gate', 'Relu6', [part('moved', 'AddV2', [x, 'three'])])
        graph.add(name, 'Mul', [x, part('share', 'Mul', [gate, 'sixth'])])
        break
      }
      case 'average-pool': {
        const axes = graph.whole(`${name}/axes`, [1, 2])
        graph.add(name, 'Mean', [x, axes], { keepDims: true })
        break
      }
      case 'resize-bilinear': {
        const [, height = 1, width = 1] = tensors[output]?.shape ?? []
        const size = graph.whole(`${name}/size`, [height, width])
        graph.add(name, 'ResizeBilinear', [x, size])
        break
      }
      case 'max-pool': {
        graph.add(name, 'MaxPool', [x], { ...slide, ksize: [1, operator.window, operator.window, 1] })
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
        const axis = graph.whole(`${name}/axis`, [1])
        graph.add(name, 'ConcatV2', [x, y, axis])
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
  const named = outputs.map((output, place): [string, string] => {
    const producer = needed.find(({ outputs: [index] }) => index === net.outputs[place])
    const isClosed = producer?.kind === 'logistic'
    return [output, nameOf(isClosed ? producer.inputs[0] : net.outputs[place])]
  })
  return toOnnx(label, graph, Object.fromEntries(named))
}

/** TFLite keeps filters as out, height, width, in; TensorFlow wants height, width, in, out. */
function filterOf(kind: TfliteOperator['kind'], stored: Weights): Weights {
  const [, height = 1, width = 1, last = 1] = stored.shape
  // Stride 2, kernel 2: the blocks do not overlap, so the operation is a 1x1 convolution to the four pixels of each
  // block.
  if (kind === 'transpose-conv-bias')
    return {
      ...transposed({ ...stored, shape: [height * width, last] }, [1, 0]),
      shape: [1, 1, last, height * width],
    }
  return kind === 'conv' || kind === 'depthwise-conv' ? transposed(stored, [1, 2, 3, 0]) : stored
}
