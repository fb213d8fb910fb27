import { z } from 'zod'
import type { Weights } from './onnx.ts'

/** A node of a graph in TensorFlow's operations, pictures as rows of pixels (NHWC). What an operation lacks is empty. */
export interface TensorflowNode {
  name: string
  op: string
  input: readonly string[]
  strides?: readonly number[] | undefined
  ksize?: readonly number[] | undefined
  padding?: string | undefined
  /** Operations that follow within the node: `BiasAdd`, `Relu`, `Relu6`, `Prelu`. */
  fused?: readonly string[] | undefined
  keepDims?: boolean | undefined
  transposeB?: boolean | undefined
  blockSize?: number | undefined
  /** Of the input of the graph. */
  shape?: readonly number[] | undefined
}

export interface TensorflowGraph {
  nodes: readonly TensorflowNode[]
  weights: ReadonlyMap<string, Weights>
  /** Lists of whole numbers, which say how a node works. */
  integers: ReadonlyMap<string, readonly number[]>
}

const plain = z.string().transform((text) => Buffer.from(text, 'base64').toString())
const integer = z.coerce.number()
const list = z.object({ list: z.object({ i: z.array(integer) }) }).transform((value) => value.list.i)
const Attributes = z
  .object({
    strides: list,
    ksize: list,
    padding: z.object({ s: plain }),
    fused_ops: z.object({ list: z.object({ s: z.array(plain).default([]) }) }),
    keep_dims: z.object({ b: z.boolean() }),
    transpose_b: z.object({ b: z.boolean() }),
    block_size: z.object({ i: integer }),
    shape: z.object({ shape: z.object({ dim: z.array(z.object({ size: integer })) }) }),
    // What none of the nets has is refused.
    dilations: list.pipe(z.array(z.literal(1))),
    squeeze_dims: list.pipe(z.tuple([z.literal(1), z.literal(2)])),
    half_pixel_centers: z.object({ b: z.literal(true) }),
  })
  .partial()
const Weight = z.object({
  name: z.string(),
  shape: z.array(z.number()),
  dtype: z.enum(['float32', 'int32']),
  quantization: z
    .union([
      z.object({ dtype: z.literal('float16') }),
      z.object({ dtype: z.literal('uint8'), scale: z.number(), min: z.number() }),
    ])
    .optional(),
})
/** TensorFlow.js' list of weights; their values are concatenated in its order. */
export const Manifest = z.tuple([z.object({ weights: z.array(Weight) })])
const Model = z.object({
  modelTopology: z.object({
    node: z.array(
      z.object({
        name: z.string(),
        op: z.string(),
        input: z.array(z.string()).default([]),
        attr: Attributes.default({}),
      }),
    ),
  }),
  weightsManifest: Manifest,
})

/** Reads a graph in TensorFlow.js' format. @param values the bytes of all its weights, concatenated. @throws ZodError when the JSON is no such graph */
export function readTensorflow(json: string, values: Uint8Array): TensorflowGraph {
  const { modelTopology, weightsManifest } = Model.parse(JSON.parse(json))
  const nodes = modelTopology.node.map(({ name, op, input, attr }) => ({
    name,
    op,
    // What begins with ^ says only in which order nodes run.
    input: input.filter((from) => !from.startsWith('^')),
    strides: attr.strides,
    ksize: attr.ksize,
    padding: attr.padding?.s,
    fused: attr.fused_ops?.list.s,
    keepDims: attr.keep_dims?.b,
    transposeB: attr.transpose_b?.b,
    blockSize: attr.block_size?.i,
    shape: attr.shape?.shape.dim.map(({ size }) => size),
  }))
  return { nodes, ...readWeights(weightsManifest, values) }
}

export function readWeights(
  [{ weights: entries }]: z.infer<typeof Manifest>,
  values: Uint8Array,
): Pick<TensorflowGraph, 'weights' | 'integers'> {
  const weights = new Map<string, Weights>()
  const integers = new Map<string, number[]>()
  const bytes = new Uint8Array(values)
  let at = 0
  for (const { name, shape, dtype, quantization } of entries) {
    const count = shape.reduce((product, side) => product * side, 1)
    // A copy, because its values need not begin at a multiple of their size.
    const next = (size: number) => bytes.slice(at, (at += count * size)).buffer
    if (dtype === 'int32') integers.set(name, [...new Int32Array(next(4))])
    else if (!quantization) weights.set(name, { shape, values: new Float32Array(next(4)) })
    else if (quantization.dtype === 'float16') weights.set(name, { shape, values: new Uint16Array(next(2)) })
    else {
      const { scale, min } = quantization
      weights.set(name, { shape, values: new Uint8Array(next(1)), range: { scale, min } })
    }
  }
  return { weights, integers }
}
