import { fileURLToPath } from 'node:url'
import protobuf from 'protobufjs'

/** `TensorProto.DataType` of ONNX. */
const FLOAT = 1
const FLOAT16 = 10
/** `AttributeProto.AttributeType` of a whole number. */
const INT = 2

interface Node {
  input: string[]
  output: string[]
  name?: string
  opType: string
  attribute: Uint8Array[]
  domain?: string
}
interface Graph {
  node: Node[]
  initializer: Uint8Array[]
  input: Uint8Array[]
  output: Uint8Array[]
}

const schema = protobuf.loadSync(fileURLToPath(new URL('onnx.proto', import.meta.url)))
/** A message of `onnx.proto`. */
export const messageType = (name: string): protobuf.Type => schema.lookupType(name)
const nameIn = (message: 'Tensor' | 'Value', bytes: Uint8Array) =>
  (messageType(message).decode(bytes) as unknown as { name: string }).name

/**
 * The same ONNX net, computed in single precision from weights that stay stored in half of it, for its first output alone.
 * ONNX Runtime has no convolutions of half precision for these processors: it puts casts around each, cannot join a
 * convolution with what follows, and converts the weights at every run. One cast for each weight is done once, on loading.
 * @param net ONNX file whose inputs and outputs are of single precision, and half precision between casts within
 * @throws RangeError when it holds other casts, constants of half precision in its nodes, or no output that a node makes
 */
export function inSinglePrecision(net: Uint8Array): Uint8Array {
  const model = messageType('Model').decode(net) as unknown as { graph: Graph | null }
  const { graph } = model
  const [output] = graph?.output ?? []
  if (!graph || !output) throw new RangeError('a net without an output')
  const { nodes, sourceOf } = withoutCasts(graph.node)
  const halves = graph.initializer.filter(isHalf).map((bytes) => nameIn('Tensor', bytes))
  const single = new Map(halves.map((name) => [name, `${name}/single`]))
  // What a cast gave out is now given out by what was cast.
  const outputName = nameIn('Value', output)
  const given = (name: string) => (name === sourceOf(outputName) ? outputName : name)
  const rewired = nodes.map((node) => ({
    ...node,
    input: node.input.map(sourceOf).map((name) => single.get(name) ?? given(name)),
    output: node.output.map(given),
  }))
  const casts = [...single].map(([half, name]): Node => ({
    input: [half],
    output: [name],
    opType: 'Cast',
    attribute: [messageType('Attribute').encode({ name: 'to', i: FLOAT, type: INT }).finish()],
  }))
  const node = neededFor(outputName, [...casts, ...rewired])
  if (node.length === 0) throw new RangeError(`${outputName}: an output that no node makes`)
  const used = new Set(node.flatMap(({ input }) => input))
  const initializer = graph.initializer.filter((bytes) => used.has(nameIn('Tensor', bytes)))
  return messageType('Model')
    .encode({ ...model, graph: { ...graph, node, initializer, output: [output] } })
    .finish()
}

const isHalf = (tensor: Uint8Array): boolean =>
  (messageType('Tensor').decode(tensor) as unknown as { dataType: number }).dataType === FLOAT16

/** The other nodes, and what each name comes to when no cast changes it. */
function withoutCasts(all: readonly Node[]): { nodes: Node[]; sourceOf: (name: string) => string } {
  const sources = new Map<string, string>()
  const nodes: Node[] = []
  for (const node of all) {
    const attributes = node.attribute.map(
      (bytes) =>
        messageType('Attribute').decode(bytes) as unknown as {
          name: string
          i: unknown
          t?: { dataType: number }
        },
    )
    if (attributes.some(({ t }) => t?.dataType === FLOAT16))
      throw new RangeError(`${node.output[0]}: a constant of half precision`)
    if (node.opType === 'Cast') {
      const to = Number(attributes.find(({ name }) => name === 'to')?.i)
      if (to !== FLOAT && to !== FLOAT16) throw new RangeError(`${node.output[0]}: a cast to type ${to}`)
      sources.set(node.output[0] ?? '', node.input[0] ?? '')
    } else {
      nodes.push(node)
    }
  }
  const sourceOf = (name: string): string => {
    const source = sources.get(name)
    return source === undefined ? name : sourceOf(source)
  }
  return { nodes, sourceOf }
}

/** In their order, those whose results the output is made of. */
function neededFor(output: string, nodes: readonly Node[]): Node[] {
  const wanted = new Set([output])
  const needed: Node[] = []
  for (const node of nodes.toReversed()) {
    if (!node.output.some((name) => wanted.has(name))) continue
    needed.unshift(node)
    for (const name of node.input) wanted.add(name)
  }
  return needed
}
