import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { readTflite } from './tflite.ts'
import type { TfliteGraph, TfliteOperator } from './tflite.ts'

const require = createRequire(import.meta.url)

/** A net as TensorFlow.js reads it: the graph, and the weights that stand beside it. */
export interface GraphFiles {
  json: string
  bin: Uint8Array
}

export const WEIGHTS_FILE = 'selfie-segmentation.bin'

type Values = Uint16Array | Float32Array | Int32Array

/** Nodes and weights of a graph, as they are added. */
function openGraph() {
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
      weightsManifest: [{ paths: [WEIGHTS_FILE], weights }],
    })}\n`,
    bin: Buffer.concat(parts),
  })
  return { add, constant, files }
}

/** MediaPipe's selfie segmentation as a graph of TensorFlow.js, without its closing sigmoid: callers average logits. */
export async function convertSegmentation(): Promise<GraphFiles> {
  const folder = path.dirname(require.resolve('@mediapipe/selfie_segmentation/package.json'))
  return convert(readTflite(await readFile(path.join(folder, 'selfie_segmentation.tflite'))))
}

function convert({ tensors, operators, inputs, outputs }: TfliteGraph): GraphFiles {
  const graph = openGraph()
  const names = tensors.map((_, index) => `t${index}`)
  const nameOf = (index = -1): string => {
    const name = names[index]
    if (name === undefined) throw new Error(`segmentation net: no tensor ${index}`)
    return name
  }
  graph.add(nameOf(inputs[0]), 'Placeholder', [], { dtype: { type: 'DT_FLOAT' } })
  const three = graph.constant('three', [], Float32Array.of(3))
  const sixth = graph.constant('sixth', [], Float32Array.of(1 / 6))
  const kept = new Set<number>()
  const sources = new Map<number, number>()
  for (const { kind, inputs: from, outputs: to } of operators)
    if (kind === 'dequantize') sources.set(to[0] ?? -1, from[0] ?? -1)
  for (const operator of operators) {
    const { kind, stride } = operator
    const [output = -1] = operator.outputs
    if (kind === 'dequantize' || (kind === 'logistic' && outputs.includes(output))) continue
    operator.inputs.forEach((index, place) => {
      const { shape, data } = tensors[sources.get(index) ?? index] ?? {}
      if (!data || !shape || kept.has(index)) return
      kept.add(index)
      const turned = place === 1 ? turnFilter(kind, shape, data) : { shape, data }
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
        graph.add(name, 'AddV2', [part('sum', 'Conv2D', [x, y], slide), bias])
        break
      case 'depthwise-conv':
        graph.add(name, 'AddV2', [part('sum', 'DepthwiseConv2dNative', [x, y], slide), bias])
        break
      case 'transpose-conv-bias': {
        const blocks = { ...slide, strides: slide.dilations }
        const four = part('blocks', 'AddV2', [part('sum', 'Conv2D', [x, y], blocks), bias])
        graph.add(name, 'DepthToSpace', [four], { block_size: { i: '2' }, data_format: text('NHWC') })
        break
      }
      case 'hard-swish': {
        const gate = part('gate', 'Relu6', [part('moved', 'AddV2', [x, three])])
        graph.add(name, 'Mul', [x, part('share', 'Mul', [gate, sixth])])
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
  // Stride 2, kernel 2: the blocks do not overlap, so it is a 1x1 convolution to the four pixels of each block.
  if (kind === 'transpose-conv-bias')
    return { shape: [1, 1, last, height * width], data: transposed(data, height * width, last) }
  if (kind !== 'conv' && kind !== 'depthwise-conv') return { shape, data }
  return { shape: [height, width, last, first], data: transposed(data, first, height * width * last) }
}

/** A matrix of so many rows and columns, turned over its diagonal. */
function transposed(data: Uint16Array, rows: number, columns: number): Uint16Array {
  return data.map((_, i) => data[(i % rows) * columns + Math.floor(i / rows)] ?? 0)
}
