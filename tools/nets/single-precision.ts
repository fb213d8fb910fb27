import { z } from 'zod'
import { DATA_TYPES, messageType, intAttribute } from './onnx.ts'

const { FLOAT, FLOAT16 } = DATA_TYPES

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
/** A node of the graph. Its fields that are not listed stay as they were decoded. */
const Node = z.looseObject({
  input: z.array(z.string()),
  output: z.array(z.string()),
  opType: z.string(),
  attribute: z.array(bytes),
})
type Node = z.infer<typeof Node>
const Model = z.looseObject({
  graph: z.looseObject({ node: z.array(Node), initializer: z.array(bytes), output: z.array(bytes) }),
})
const Attribute = z.object({
  name: z.string(),
  i: z.coerce.number().optional(),
  t: z.object({ dataType: z.number() }).optional(),
})
const Tensor = z.object({ name: z.string(), dataType: z.number() })
const Value = z.object({ name: z.string() })

/** The fields that a message sets. Its whole numbers of 64 bits are objects, which `z.coerce` reads. */
function decoded<T>(name: string, shape: z.ZodType<T>, message: Uint8Array): T {
  const type = messageType(name)
  return shape.parse(type.toObject(type.decode(message), { arrays: true }))
}

/** An ONNX file. @throws ZodError when it has no graph */
export const decodeModel = (net: Uint8Array): z.infer<typeof Model> => decoded('Model', Model, net)
const tensorOf = (message: Uint8Array) => decoded('Tensor', Tensor, message)
const valueOf = (message: Uint8Array) => decoded('Value', Value, message)

/**
 * The same ONNX net, computed in single precision from weights that stay stored in half of it, for its first output alone.
 * ONNX Runtime has no convolutions of half precision for these processors: it puts casts around each, cannot join a
 * convolution with what follows, and converts the weights at every run. One cast for each weight is done once, on loading.
 * @param net ONNX file whose inputs and outputs are of single precision, and half precision between casts within
 * @throws RangeError when it holds other casts, constants of half precision in its nodes, or no output that a node makes
 */
export function inSinglePrecision(net: Uint8Array): Uint8Array {
  const model = decodeModel(net)
  const { graph } = model
  const [output] = graph.output
  if (!output) throw new RangeError('a net without an output')
  const { nodes, sourceOf } = withoutCasts(graph.node)
  const halves = graph.initializer
    .map(tensorOf)
    .filter(({ dataType }) => dataType === FLOAT16)
    .map(({ name }) => name)
  const single = new Map(halves.map((name) => [name, `${name}/single`]))
  // What a cast gave out is now given out by what was cast.
  const outputName = valueOf(output).name
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
    attribute: [intAttribute('to', FLOAT)],
  }))
  const node = neededFor(outputName, [...casts, ...rewired])
  if (node.length === 0) throw new RangeError(`${outputName}: an output that no node makes`)
  const used = new Set(node.flatMap(({ input }) => input))
  const initializer = graph.initializer.filter((tensor) => used.has(tensorOf(tensor).name))
  return messageType('Model')
    .encode({ ...model, graph: { ...graph, node, initializer, output: [output] } })
    .finish()
}

/** The other nodes, and what each name comes to when no cast changes it. */
function withoutCasts(all: readonly Node[]): { nodes: Node[]; sourceOf: (name: string) => string } {
  const sources = new Map<string, string>()
  const nodes: Node[] = []
  for (const node of all) {
    const attributes = node.attribute.map((message) => decoded('Attribute', Attribute, message))
    if (attributes.some(({ t }) => t?.dataType === FLOAT16))
      throw new RangeError(`${node.output[0]}: a constant of half precision`)
    if (node.opType === 'Cast') {
      const to = attributes.find(({ name }) => name === 'to')?.i
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
