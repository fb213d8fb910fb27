/** The supported part of a TFLite file: one graph of float tensors. Schema: tensorflow/lite/schema/schema.fbs. */
export interface TfliteGraph {
  /** `data` of constants: IEEE 754 half precision, or whole numbers. */
  tensors: { shape: number[]; data: Uint16Array | Int32Array | null }[]
  operators: TfliteOperator[]
  inputs: number[]
  outputs: number[]
}

export interface TfliteOperator {
  kind: OperatorKind
  inputs: number[]
  outputs: number[]
  samePadding: boolean
  stride: number
  /** Side of a pool's window. */
  window: number
  activation: 'Relu' | 'Relu6' | null
}

/** Built-in operator codes that MediaPipe's nets use here, by the schema's numbers; 32 is the one custom operator. */
const KINDS = {
  0: 'add',
  1: 'average-pool',
  2: 'concatenate',
  3: 'conv',
  4: 'depthwise-conv',
  6: 'dequantize',
  9: 'fully-connected',
  14: 'logistic',
  17: 'max-pool',
  18: 'mul',
  19: 'relu',
  22: 'reshape',
  23: 'resize-bilinear',
  32: 'transpose-conv-bias',
  34: 'pad',
  40: 'mean',
  54: 'prelu',
  117: 'hard-swish',
} as const
export type OperatorKind = (typeof KINDS)[keyof typeof KINDS]

/** Activations that are part of an operator, by the schema's numbers, as TensorFlow calls them; and where they stand. */
const ACTIVATIONS: Partial<Record<number, 'Relu' | 'Relu6'>> = { 1: 'Relu', 3: 'Relu6' }
const ACTIVATION_FIELDS: Partial<Record<OperatorKind, number>> = { conv: 3, 'depthwise-conv': 4 }

/** Types of tensors, by the schema's numbers. */
const FLOAT16 = 1
const INT32 = 2

/** Reads a TFLite flatbuffer; throws an Error when it holds an operator not in the list above. */
export function readTflite(file: Uint8Array): TfliteGraph {
  const table = openTable(file)
  const model = table.root()
  const codes = table.children(model, 1).map((code) => Math.max(table.byte(code, 0), table.uint(code, 3)))
  const buffers = table.children(model, 4)
  const graph = table.children(model, 2)[0]
  if (graph === undefined) throw new Error('net: no graph in file')
  const tensors = table.children(graph, 0).map((tensor) => {
    const shape = table.ints(tensor, 0)
    const buffer = buffers[table.uint(tensor, 2)]
    const bytes = buffer === undefined ? null : table.bytes(buffer, 0)
    const type = table.byte(tensor, 1)
    const copy = bytes && Uint8Array.from(bytes).buffer
    if (copy && type === FLOAT16) return { shape, data: new Uint16Array(copy) }
    return { shape, data: copy && type === INT32 ? new Int32Array(copy) : null }
  })
  const operators = table.children(graph, 3).map((operator): TfliteOperator => {
    const code = codes[table.uint(operator, 0)] ?? -1
    const kind = Object.entries(KINDS).find(([number]) => Number(number) === code)?.[1]
    if (!kind) throw new Error(`net: unknown operator ${code}`)
    const options = table.child(operator, 4)
    const field = ACTIVATION_FIELDS[kind]
    return {
      kind,
      inputs: table.ints(operator, 1),
      outputs: table.ints(operator, 2),
      samePadding: options === 0 || table.byte(options, 0) === 0,
      stride: options === 0 ? 1 : Math.max(1, table.uint(options, 1)),
      window: options === 0 ? 1 : Math.max(1, table.uint(options, 3)),
      activation: ACTIVATIONS[field === undefined ? 0 : table.byte(options, field)] ?? null,
    }
  })
  return { tensors, operators, inputs: table.ints(graph, 1), outputs: table.ints(graph, 2) }
}

/** Flatbuffers: a table points back to its list of field offsets; strings, vectors and tables are relative pointers. */
function openTable(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const follow = (at: number): number => at + view.getUint32(at, true)
  const field = (table: number, index: number): number => {
    const fields = table - view.getInt32(table, true)
    const entry = 4 + 2 * index
    if (entry >= view.getUint16(fields, true)) return 0
    const offset = view.getUint16(fields + entry, true)
    return offset === 0 ? 0 : table + offset
  }
  const vector = (table: number, index: number): { at: number; length: number } => {
    const position = field(table, index)
    if (position === 0) return { at: 0, length: 0 }
    const start = follow(position)
    return { at: start + 4, length: view.getUint32(start, true) }
  }
  const list = <T>(table: number, index: number, read: (at: number) => T): T[] => {
    const { at, length } = vector(table, index)
    return Array.from({ length }, (_, k) => read(at + 4 * k))
  }
  const or0 = (position: number, read: (at: number) => number): number =>
    position === 0 ? 0 : read(position)
  return {
    root: () => follow(0),
    byte: (table: number, index: number) => or0(field(table, index), (at) => view.getUint8(at)),
    uint: (table: number, index: number) =>
      or0(field(table, index), (at) => (at + 4 <= view.byteLength ? view.getUint32(at, true) : 0)),
    child: (table: number, index: number) => or0(field(table, index), follow),
    children: (table: number, index: number) => list(table, index, follow),
    ints: (table: number, index: number) => list(table, index, (at) => view.getInt32(at, true)),
    bytes: (table: number, index: number) => {
      const { at, length } = vector(table, index)
      return length === 0 ? null : file.subarray(at, at + length)
    },
  }
}
