import { test } from 'node:test'
import { expect } from 'expect'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { testEach } from '#tests/support/each.ts'
import type { TensorflowGraph, TensorflowNode } from './tensorflow.ts'
import { toOnnx } from './to-onnx.ts'

type Constants = Partial<Omit<TensorflowGraph, 'nodes'>>

/** A graph of these nodes on a picture of 2 x 2 pixels of 2 channels. */
function graphOf(nodes: readonly TensorflowNode[], constants: Constants): TensorflowGraph {
  const input = { name: 'x', op: 'Placeholder', input: [], shape: [-1, 2, 2, 2] }
  return { weights: new Map(), integers: new Map(), ...constants, nodes: [input, ...nodes] }
}

async function run(graph: TensorflowGraph): Promise<{ dims: readonly number[]; data: unknown } | undefined> {
  const session = await InferenceSession.create(Buffer.from(toOnnx('test', graph, { out: 'y' })))
  const picture = new Tensor('float32', Float32Array.of(1, 10, 2, 20, 3, 30, 4, 40), [1, 2, 2, 2])
  const { out } = await session.run({ picture })
  return out && { dims: out.dims, data: [...(out.data as Float32Array)] }
}

const whole = [1, 1, 1, 1]
const floats = (shape: number[], ...values: number[]) => ({ shape, values: Float32Array.from(values) })

testEach<[string, TensorflowNode, Constants, { dims: number[]; data: number[] }]>([
  [
    'a convolution, its bias and its activation',
    {
      name: 'y',
      op: '_FusedConv2D',
      input: ['x', 'filter', 'bias'],
      strides: whole,
      padding: 'SAME',
      fused: ['BiasAdd', 'Relu'],
    },
    {
      weights: new Map([
        ['filter', floats([1, 1, 2, 1], 10, -1)],
        ['bias', floats([1], 1)],
      ]),
    },
    { dims: [1, 2, 2, 1], data: [1, 1, 1, 1] },
  ],
  [
    'a convolution with a larger step, which looks beyond the lower right edge',
    { name: 'y', op: 'Conv2D', input: ['x', 'filter'], strides: [1, 2, 2, 1], padding: 'SAME' },
    { weights: new Map([['filter', floats([3, 3, 2, 1], ...Array.from({ length: 18 }, (_, i) => i))]]) },
    { dims: [1, 1, 1, 1], data: [1 * 10 + 2 * 2 + 3 * 20 + 6 * 3 + 7 * 30 + 8 * 4 + 9 * 40] },
  ],
  [
    'a convolution of each channel by itself',
    { name: 'y', op: 'DepthwiseConv2dNative', input: ['x', 'filter'], strides: whole, padding: 'VALID' },
    { weights: new Map([['filter', floats([2, 2, 2, 1], 1, 0, 0, 0, 0, 0, 1, 1)]]) },
    { dims: [1, 1, 1, 2], data: [5, 40] },
  ],
  [
    'weights of 8 bits',
    { name: 'y', op: 'Mul', input: ['x', 'scales'] },
    {
      weights: new Map([
        ['scales', { shape: [2], values: Uint8Array.of(2, 4), range: { scale: 0.5, min: 1 } }],
      ]),
    },
    { dims: [1, 2, 2, 2], data: [2, 30, 4, 60, 6, 90, 8, 120] },
  ],
  [
    'weights of 16 bits',
    { name: 'y', op: 'Prelu', input: ['x', 'slopes'] },
    { weights: new Map([['slopes', { shape: [1, 1, 2], values: Uint16Array.of(0x3c00, 0x3c00) }]]) },
    { dims: [1, 2, 2, 2], data: [1, 10, 2, 20, 3, 30, 4, 40] },
  ],
  [
    'zeros round a picture',
    { name: 'y', op: 'Pad', input: ['x', 'zeros'] },
    { integers: new Map([['zeros', [0, 0, 0, 1, 0, 0, 1, 0]]]) },
    { dims: [1, 3, 2, 3], data: [0, 1, 10, 0, 2, 20, 0, 3, 30, 0, 4, 40, 0, 0, 0, 0, 0, 0] },
  ],
  [
    'another shape',
    { name: 'y', op: 'Reshape', input: ['x', 'shape'] },
    { integers: new Map([['shape', [1, 8]]]) },
    { dims: [1, 8], data: [1, 10, 2, 20, 3, 30, 4, 40] },
  ],
  [
    'means of the channels',
    { name: 'y', op: 'Mean', input: ['x', 'sides'], keepDims: false },
    { integers: new Map([['sides', [1, 2]]]) },
    { dims: [1, 2], data: [2.5, 25] },
  ],
  [
    'an activation of at most 6',
    { name: 'y', op: 'Relu6', input: ['x'] },
    {},
    { dims: [1, 2, 2, 2], data: [1, 6, 2, 6, 3, 6, 4, 6] },
  ],
  [
    'the most of a window',
    { name: 'y', op: 'MaxPool', input: ['x'], ksize: [1, 2, 2, 1], strides: [1, 2, 2, 1], padding: 'VALID' },
    {},
    { dims: [1, 1, 1, 2], data: [4, 40] },
  ],
  [
    'the mean of a window',
    { name: 'y', op: 'AvgPool', input: ['x'], ksize: [1, 2, 1, 1], strides: whole, padding: 'VALID' },
    {},
    { dims: [1, 1, 2, 2], data: [2, 20, 3, 30] },
  ],
  [
    'pictures behind one another',
    { name: 'y', op: 'ConcatV2', input: ['x', 'x', 'axis'] },
    { integers: new Map([['axis', [-1]]]) },
    { dims: [1, 2, 2, 4], data: [1, 10, 1, 10, 2, 20, 2, 20, 3, 30, 3, 30, 4, 40, 4, 40] },
  ],
])('%s is the same in ONNX', async (_, node, constants, expected) => {
  expect(await run(graphOf([node], constants))).toEqual(expected)
})

testEach([
  ['an operation', { name: 'y', op: 'FFT2D', input: ['x'] }],
  ['an activation', { name: 'y', op: '_FusedConv2D', input: ['x', 'filter'], fused: ['Elu'] }],
  ['a padding', { name: 'y', op: 'Conv2D', input: ['x', 'filter'], strides: whole, padding: 'EXPLICIT' }],
  ['shares in each pixel', { name: 'y', op: 'Softmax', input: ['x'] }],
  ['a mean over channels', { name: 'y', op: 'Mean', input: ['x', 'channels'] }],
])('%s that no net has is refused', (_, node) => {
  const constants = {
    weights: new Map([['filter', floats([1, 1, 2, 1], 1, 1)]]),
    integers: new Map([['channels', [3]]]),
  }
  expect(() => toOnnx('test', graphOf([node], constants), { out: 'y' })).toThrow(/none of the nets/)
})

test('channels become blocks of pixels, in their order', async () => {
  const filter = floats([1, 1, 2, 4], 1, 2, 3, 4, 0, 0, 0, 0)
  const nodes = [
    { name: 'four', op: 'Conv2D', input: ['x', 'filter'], strides: whole, padding: 'SAME' },
    { name: 'y', op: 'DepthToSpace', input: ['four'], blockSize: 2 },
  ]
  const expected = { dims: [1, 4, 4, 1], data: [1, 2, 2, 4, 3, 4, 6, 8, 3, 6, 4, 8, 9, 12, 12, 16] }
  expect(await run(graphOf(nodes, { weights: new Map([['filter', filter]]) }))).toEqual(expected)
})

// After a convolution: ONNX Runtime moves a transposition of the input past what follows, and fails where it is this.
test('a picture is enlarged between the middles of its pixels', async () => {
  const same = floats([1, 1, 2, 2], 1, 0, 0, 1)
  const nodes = [
    { name: 'same', op: 'Conv2D', input: ['x', 'filter'], strides: whole, padding: 'SAME' },
    { name: 'y', op: 'ResizeBilinear', input: ['same', 'size'] },
  ]
  const constants = { weights: new Map([['filter', same]]), integers: new Map([['size', [2, 4]]]) }
  expect(await run(graphOf(nodes, constants))).toEqual({
    dims: [1, 2, 4, 2],
    data: [1, 10, 1.25, 12.5, 1.75, 17.5, 2, 20, 3, 30, 3.25, 32.5, 3.75, 37.5, 4, 40],
  })
})

test('shares of means, by a matrix that is transposed', async () => {
  const nodes = [
    { name: 'mean', op: 'Mean', input: ['x', 'sides'], keepDims: false },
    { name: 'product', op: 'MatMul', input: ['mean', 'matrix'], transposeB: true },
    { name: 'y', op: 'Softmax', input: ['product'] },
  ]
  const matrix = floats([3, 2], 10, -1, 0, 0, 10, -1)
  const constants = { weights: new Map([['matrix', matrix]]), integers: new Map([['sides', [1, 2]]]) }
  const share = expect.closeTo(1 / 3, 5)
  expect(await run(graphOf(nodes, constants))).toEqual({ dims: [1, 3], data: [share, share, share] })
})

test('an output that the graph does not have is refused', () => {
  expect(() => toOnnx('test', graphOf([], {}), { out: 'y' })).toThrow(/no such value/)
})
