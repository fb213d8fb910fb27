import { fileURLToPath } from 'node:url'
import protobuf from 'protobufjs'

/** `TensorProto.DataType` of ONNX. */
export const DATA_TYPES = { FLOAT: 1, UINT8: 2, INT64: 7, FLOAT16: 10 } as const
/** `AttributeProto.AttributeType` of a whole number, a text and several whole numbers. */
export const ATTRIBUTE_TYPES = { INT: 2, STRING: 3, INTS: 7 } as const
/** The version of ONNX's operators that the nets are written in, and of its files. */
const [OPERATORS, FILES] = [18, 8]

const schema = protobuf.loadSync(fileURLToPath(new URL('onnx.proto', import.meta.url)))
/** A message of `onnx.proto`. */
export const messageType = (name: string): protobuf.Type => schema.lookupType(name)

const encoded = (message: string, value: object): Uint8Array => messageType(message).encode(value).finish()
export const intAttribute = (name: string, i: number): Uint8Array =>
  encoded('Attribute', { name, i, type: ATTRIBUTE_TYPES.INT })
export const intsAttribute = (name: string, ints: readonly number[]): Uint8Array =>
  encoded('Attribute', { name, ints, type: ATTRIBUTE_TYPES.INTS })
export const stringAttribute = (name: string, s: string): Uint8Array =>
  encoded('Attribute', { name, s: Buffer.from(s), type: ATTRIBUTE_TYPES.STRING })

/** Weights as they are stored: floats, floats of half precision as their bits, or bytes. */
export interface Weights {
  shape: readonly number[]
  values: Float32Array | Uint16Array | Uint8Array
  /** What bytes stand for: `min + scale * byte`. */
  range?: { scale: number; min: number }
}

type Side = number | string

/** A net to which nodes and weights are added. Names are those of values; each is given once. */
export function openNet(name: string) {
  const nodes: object[] = []
  const tensors: Uint8Array[] = []

  /** @returns the name of the node's output */
  const node = (opType: string, input: string[], output: string, attribute: readonly Uint8Array[] = []) => {
    nodes.push({ opType, input, output: [output], attribute })
    return output
  }
  const tensor = (label: string, dims: readonly number[], dataType: number, values: ArrayBufferView) => {
    const rawData = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    tensors.push(encoded('Tensor', { name: label, dims, dataType, rawData }))
    return label
  }
  const integers = (label: string, values: readonly number[]) =>
    tensor(label, [values.length], DATA_TYPES.INT64, BigInt64Array.from(values, BigInt))
  const number = (label: string, value: number) => tensor(label, [], DATA_TYPES.FLOAT, Float32Array.of(value))
  const toFloats = (stored: string, label: string) =>
    node('Cast', [stored], label, [intAttribute('to', DATA_TYPES.FLOAT)])
  /** Weights stay stored as they are; ONNX Runtime makes floats of them once, on loading. */
  const weights = (label: string, { shape, values, range }: Weights): string => {
    if (values instanceof Float32Array) return tensor(label, shape, DATA_TYPES.FLOAT, values)
    if (values instanceof Uint16Array)
      return toFloats(tensor(`${label}/half`, shape, DATA_TYPES.FLOAT16, values), label)
    const bytes = toFloats(tensor(`${label}/bytes`, shape, DATA_TYPES.UINT8, values), `${label}/steps`)
    const scaled = node('Mul', [bytes, number(`${label}/scale`, range?.scale ?? 1)], `${label}/scaled`)
    return node('Add', [scaled, number(`${label}/min`, range?.min ?? 0)], label)
  }
  /** @param input the net's only input. A side that is a text may be chosen at each run. */
  const file = (input: { name: string; shape: readonly Side[] }, outputs: readonly string[]): Uint8Array => {
    const dim = input.shape.map((side) =>
      typeof side === 'number' ? { dimValue: side } : { dimParam: side },
    )
    const floats = (label: string, shape?: object) =>
      encoded('Value', {
        name: label,
        type: encoded('Type', { tensorType: { elemType: DATA_TYPES.FLOAT, shape } }),
      })
    return encoded('Model', {
      irVersion: FILES,
      opsetImport: [encoded('OperatorSet', { version: OPERATORS })],
      graph: {
        name,
        node: nodes,
        initializer: tensors,
        input: [floats(input.name, { dim })],
        output: outputs.map((output) => floats(output)),
      },
    })
  }
  return { node, weights, integers, number, file }
}

export type Net = ReturnType<typeof openNet>

/** The permutation from a filter of TensorFlow's, [height, width, input, output], to one of ONNX's, [output, input, height, width]. */
export const FILTER = [3, 2, 0, 1]

/** Permutes the axes of weights: axis i of the result is axis `order[i]` of `stored`. */
export function transposed(stored: Weights, order: readonly number[]): Weights {
  const { shape, values } = stored
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, side) => product * side, 1))
  const sides = order.map((axis) => shape[axis] ?? 1)
  const steps = order.map((axis) => strides[axis] ?? 1)
  const sources = sides.reduceRight<number[]>(
    (inner, side, at) =>
      Array.from({ length: side }, (_, i) => inner.map((place) => place + i * (steps[at] ?? 1))).flat(),
    [0],
  )
  const moved = values.map((_, place) => values[sources[place] ?? 0] ?? 0)
  return { ...stored, shape: sides, values: moved }
}
