import { FILTER, openNet, transposed, intAttribute, intsAttribute, stringAttribute } from './onnx.ts'
import type { Net, Weights } from './onnx.ts'
import type { TensorflowGraph, TensorflowNode } from './tensorflow.ts'

/** The name of a net's input: pictures as rows of pixels, [1, height, width, channels]. */
const INPUT = 'picture'

/** Operations on each value by itself, or on two values of the same place, and their names in ONNX. */
const VALUE_BY_VALUE: Partial<Record<string, string>> = {
  Add: 'Add',
  AddV2: 'Add',
  Sub: 'Sub',
  Mul: 'Mul',
  Minimum: 'Min',
  Maximum: 'Max',
  Prelu: 'PRelu',
  Relu: 'Relu',
  Sigmoid: 'Sigmoid',
  Identity: 'Identity',
}

/** Orders of axes: rows of pixels to planes and back, and of a filter that works on each channel by itself to ONNX's. */
const TO_PLANES = [0, 3, 1, 2]
const TO_ROWS = [0, 2, 3, 1]
const DEPTHWISE_FILTER = [2, 3, 0, 1]

/**
 * The graph as an ONNX file. It takes and gives pictures as rows of pixels, as the graph does, and works on planes between.
 * @param outputs the names that the file gives to the values of nodes
 * @throws RangeError for what none of the studio's nets has
 */
export function toOnnx(name: string, graph: TensorflowGraph, outputs: Record<string, string>): Uint8Array {
  const net = openNet(name)
  const [input] = graph.nodes.filter(({ op }) => op === 'Placeholder')
  const [, ...sides] = input?.shape ?? []
  if (!input || sides.length !== 3 || Math.min(...sides) < 1)
    throw new RangeError(`${name}: none of the nets has an input of an unknown size`)
  const converter = new Converter(net, graph, input)
  for (const node of nodesFor(Object.values(outputs), graph)) converter.add(node)
  for (const [output, node] of Object.entries(outputs)) net.node('Identity', [converter.rows(node)], output)
  return net.file({ name: INPUT, shape: [1, ...sides] }, Object.keys(outputs))
}

/** The nodes that the outputs depend on, each after those that it takes. */
function nodesFor(
  outputs: readonly string[],
  { nodes, weights, integers }: TensorflowGraph,
): TensorflowNode[] {
  const byName = new Map(nodes.map((node) => [node.name, node]))
  const needed = new Set<TensorflowNode>()
  const need = (name: string): void => {
    const node = byName.get(name)
    if (!node && !weights.has(name) && !integers.has(name))
      throw new RangeError(`${name}: the graph has no such value`)
    if (!node || needed.has(node)) return
    node.input.forEach(need)
    needed.add(node)
  }
  outputs.forEach(need)
  return [...needed].filter(({ op }) => op !== 'Const' && op !== 'Placeholder')
}

/** Adds the nodes of a graph to a net, one after the other. */
class Converter {
  readonly #net: Net
  readonly #graph: TensorflowGraph
  /** Values that are pictures in planes; others are as in the graph. */
  readonly #pictures = new Set<string>()
  /** Constants that the net has already. */
  readonly #constants = new Set<string>()

  constructor(net: Net, graph: TensorflowGraph, input: TensorflowNode) {
    this.#net = net
    this.#graph = graph
    net.node('Transpose', [INPUT], input.name, [intsAttribute('perm', TO_PLANES)])
    this.#pictures.add(input.name)
  }

  add(node: TensorflowNode): void {
    if (this.#write(node)) this.#pictures.add(node.name)
  }

  /** The name of a node's value as the graph has it. */
  rows(name: string): string {
    if (!this.#pictures.has(name)) return name
    return this.#net.node('Transpose', [name], `${name}/rows`, [intsAttribute('perm', TO_ROWS)])
  }

  /** @returns whether the node's value is a picture in planes */
  #write(node: TensorflowNode): boolean {
    const { name, op, input } = node
    const [x = '', second = ''] = input
    const isPicture = this.#pictures.has(x)
    const write = (into: string, inputs: string[], attributes?: readonly Uint8Array[]): boolean => {
      this.#net.node(into, inputs, name, attributes)
      return isPicture
    }
    const simple = VALUE_BY_VALUE[op]
    if (simple) return this.#valueByValue(simple, node)
    switch (op) {
      case 'Conv2D':
      case '_FusedConv2D':
        return this.#fused(node, 'Conv', this.#operands(node, FILTER), slideOf(node))
      case 'DepthwiseConv2dNative':
      case 'FusedDepthwiseConv2dNative': {
        const channels = this.#weights(second).shape[2] ?? 1
        const slide = [...slideOf(node), intAttribute('group', channels)]
        return this.#fused(node, 'Conv', this.#operands(node, DEPTHWISE_FILTER), slide)
      }
      case 'MatMul':
      case '_FusedMatMul':
        return this.#fused(node, 'Gemm', this.#operands(node), [
          intAttribute('transB', node.transposeB ? 1 : 0),
        ])
      case 'Relu6':
        return write('Clip', [x, ...this.#limits(name)])
      case 'Softmax':
        if (isPicture) throw new RangeError(`${name}: none of the nets has shares in each pixel`)
        return write('Softmax', [x], [intAttribute('axis', -1)])
      case 'MaxPool':
        return write('MaxPool', [x], [intsAttribute('kernel_shape', sidesOf(node.ksize)), ...slideOf(node)])
      case 'AvgPool':
        return write(
          'AveragePool',
          [x],
          [intsAttribute('kernel_shape', sidesOf(node.ksize)), ...slideOf(node)],
        )
      case 'Mean': {
        requireOnly(name, this.#integers(second), [1, 2])
        const keeps = node.keepDims ?? false
        write('ReduceMean', [x, this.#sides(name)], [intAttribute('keepdims', keeps ? 1 : 0)])
        return keeps
      }
      case 'Squeeze':
        write('Squeeze', [x, this.#sides(name)])
        return false
      case 'Pad': {
        const around = this.#integers(second)
        const before = TO_PLANES.map((axis) => around[2 * axis] ?? 0)
        const after = TO_PLANES.map((axis) => around[2 * axis + 1] ?? 0)
        return write('Pad', [x, this.#net.integers(`${name}/pads`, [...before, ...after])])
      }
      case 'ResizeBilinear': {
        const sizes = this.#net.integers(`${name}/sizes`, this.#integers(second))
        const half = stringAttribute('coordinate_transformation_mode', 'half_pixel')
        return write(
          'Resize',
          [x, '', '', sizes],
          [stringAttribute('mode', 'linear'), half, intsAttribute('axes', [2, 3])],
        )
      }
      case 'DepthToSpace':
        return write('DepthToSpace', [x], [intAttribute('blocksize', node.blockSize ?? 1)])
      case 'Reshape':
        write('Reshape', [this.rows(x), this.#net.integers(`${name}/shape`, this.#integers(second))])
        return false
      case 'ConcatV2': {
        const [axis = 0] = this.#integers(input.at(-1) ?? '')
        const place = isPicture ? TO_PLANES.indexOf((axis + TO_PLANES.length) % TO_PLANES.length) : axis
        return write('Concat', input.slice(0, -1), [intAttribute('axis', place)])
      }
      default:
        throw new RangeError(`${name}: none of the nets has the operation ${op}`)
    }
  }

  #valueByValue(op: string, { name, input }: TensorflowNode): boolean {
    const isPicture = input.some((from) => this.#pictures.has(from))
    this.#net.node(
      op,
      input.map((from) => this.#operand(from, isPicture)),
      name,
    )
    return isPicture
  }

  /** What a convolution or a product takes: values, weights in this order of axes, and a bias where it has one. */
  #operands({ input: [x = '', matrix = '', bias] }: TensorflowNode, order?: readonly number[]): string[] {
    return [x, this.#constant(matrix, order), ...(bias === undefined ? [] : [this.#constant(bias)])]
  }

  /** A node and the activation that is part of it. */
  #fused(
    { name, input, fused = [] }: TensorflowNode,
    op: string,
    inputs: string[],
    attributes: readonly Uint8Array[],
  ): boolean {
    const isPicture = this.#pictures.has(input[0] ?? '')
    const activation = fused.find((part) => part !== 'BiasAdd')
    const sum = this.#net.node(op, inputs, activation ? `${name}/sum` : name, attributes)
    if (activation === 'Relu') this.#net.node('Relu', [sum], name)
    else if (activation === 'Relu6') this.#net.node('Clip', [sum, ...this.#limits(name)], name)
    else if (activation === 'Prelu')
      this.#net.node('PRelu', [sum, this.#operand(input.at(-1) ?? '', isPicture)], name)
    else if (activation) throw new RangeError(`${name}: none of the nets has the activation ${activation}`)
    return isPicture
  }

  /** The limits that `Relu6` keeps values within. */
  #limits(name: string): string[] {
    return [this.#net.number(`${name}/least`, 0), this.#net.number(`${name}/most`, 6)]
  }

  /** The axes of a picture's height and width. */
  #sides(name: string): string {
    return this.#net.integers(`${name}/sides`, [2, 3])
  }

  /** A value, or a constant that fits a picture's channels where it meets one. */
  #operand(name: string, meetsPicture: boolean): string {
    const stored = this.#graph.weights.get(name)
    if (!stored) return name
    const { shape, values } = stored
    if (!meetsPicture || shape.length === 0) return this.#constant(name)
    const channels = shape.at(-1) ?? 1
    requireOnly(name, [values.length], [channels])
    return this.#constant(name, undefined, [channels, 1, 1])
  }

  /** Weights in another order of axes, or of another shape. */
  #constant(name: string, order?: readonly number[], shape?: readonly number[]): string {
    if (this.#constants.has(name)) return name
    this.#constants.add(name)
    const stored = this.#weights(name)
    return this.#net.weights(name, {
      ...(order ? transposed(stored, order) : stored),
      ...(shape && { shape }),
    })
  }

  #weights(name: string): Weights {
    const stored = this.#graph.weights.get(name)
    if (!stored) throw new RangeError(`${name}: the graph has no such weights`)
    return stored
  }

  #integers(name: string): readonly number[] {
    const stored = this.#graph.integers.get(name)
    if (!stored) throw new RangeError(`${name}: the graph has no such whole numbers`)
    return stored
  }
}

const PADDINGS: Partial<Record<string, string>> = { SAME: 'SAME_UPPER', VALID: 'VALID' }

function slideOf({ name, strides, padding = '' }: TensorflowNode): Uint8Array[] {
  const known = PADDINGS[padding]
  if (!known) throw new RangeError(`${name}: none of the nets has the padding ${padding}`)
  const pad = stringAttribute('auto_pad', known)
  return [intsAttribute('strides', sidesOf(strides)), pad]
}

/** Of a list with a number for each axis, those of height and width. */
const sidesOf = (values: readonly number[] = []): readonly number[] => values.slice(1, 3)

function requireOnly(name: string, found: readonly number[], expected: readonly number[]): void {
  if (String(found) !== String(expected))
    throw new RangeError(`${name}: none of the nets has ${String(found)}`)
}
