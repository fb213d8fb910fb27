import { test } from 'node:test'
import { expect } from 'expect'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { DATA_TYPES, messageType } from './onnx.ts'
import { decodeModel, inSinglePrecision } from './single-precision.ts'

const { FLOAT, FLOAT16, INT64 } = DATA_TYPES

/** `TypeProto` of a tensor of single precision with the shape [1, 2]. */
const PAIR = Buffer.from('0a0c08011208' + '0a020801' + '0a020802', 'hex')
const HALVES = { half: 0x3800, three: 0x4200 } as const

const encoded = (message: string, value: object) => messageType(message).encode(value).finish()
const value = (name: string) => encoded('Value', { name, type: PAIR })
const cast = (from: string, to: string, dataType: number) => ({
  input: [from],
  output: [to],
  opType: 'Cast',
  attribute: [encoded('Attribute', { name: 'to', i: dataType, type: 2 })],
})
const step = (opType: string, input: readonly string[], output: string) => ({
  opType,
  input,
  output: [output],
})

/** y = 2 * Relu(x * weights), computed in half precision but for Relu; its second output, `aside`, is -y. */
const halfNet = (added: readonly object[] = []) =>
  encoded('Model', {
    irVersion: 8,
    // `OperatorSetIdProto` of version 15.
    opsetImport: [Buffer.from([0x10, 15])],
    graph: {
      name: 'graph',
      input: [value('x')],
      output: [value('y'), value('aside')],
      initializer: [
        encoded('Tensor', {
          dims: [2],
          dataType: FLOAT16,
          name: 'weights',
          rawData: Buffer.from(Uint16Array.of(HALVES.half, HALVES.three).buffer),
        }),
      ],
      node: [
        cast('x', 'x half', FLOAT16),
        step('Mul', ['x half', 'weights'], 'weighed'),
        cast('weighed', 'weighed single', FLOAT),
        step('Relu', ['weighed single'], 'above zero'),
        cast('above zero', 'above zero half', FLOAT16),
        step('Add', ['above zero half', 'above zero half'], 'y half'),
        step('Neg', ['y half'], 'aside half'),
        cast('y half', 'y', FLOAT),
        cast('aside half', 'aside', FLOAT),
        ...added,
      ],
    },
  })

async function answerOf(net: Uint8Array) {
  const session = await InferenceSession.create(net)
  const outputs = await session.run({ x: new Tensor('float32', Float32Array.of(4, -1), [1, 2]) })
  return Object.entries(outputs).map(([name, { data }]) => [name, [...(data as Float32Array)]])
}

test('a net of half precision gives the same first output in single precision, with casts of its weights alone', async () => {
  const half = halfNet()
  const single = inSinglePrecision(half)
  expect(await answerOf(half)).toContainEqual(['y', [4, 0]])
  expect(await answerOf(single)).toEqual([['y', [4, 0]]])
  const { graph } = decodeModel(single)
  expect(graph.node.map(({ opType }) => opType)).toEqual(['Cast', 'Mul', 'Relu', 'Add'])
})

test('what it made stays the same, whose weights lie behind casts', async () => {
  const single = inSinglePrecision(halfNet())
  expect(await answerOf(inSinglePrecision(single))).toEqual(await answerOf(single))
})

test('a net without an output, or whose output no node makes, is refused', () => {
  const silent = encoded('Model', { graph: { input: [value('x')] } })
  expect(() => inSinglePrecision(silent)).toThrow(new RangeError('a net without an output'))
  const passed = { input: [value('x')], output: [value('y')], node: [cast('x', 'y', FLOAT16)] }
  expect(() => inSinglePrecision(encoded('Model', { graph: passed }))).toThrow(
    new RangeError('y: an output that no node makes'),
  )
})

test('a net with casts to whole numbers is refused', () => {
  expect(() => inSinglePrecision(halfNet([cast('x', 'whole', INT64)]))).toThrow(
    new RangeError('whole: a cast to type 7'),
  )
})
