import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ATTRIBUTE_TYPES, DATA_TYPES, messageType } from './onnx.ts'
import { readPackage, requireSame } from './packaged.ts'

const SOURCE = { name: '@upscalerjs/esrgan-slim', version: '1.0.0', folder: 'models/x2' } as const

/** SHA-256 of the package's weights, hexadecimal. */
const SOURCE_SHA256 = '5cb464ae4d390ce0a771afd5feaf60fbfcdb18ab48a56db98cdf6b88202369de'

/** SHA-256 of the net that is made of them, hexadecimal. */
export const UPSCALER_SHA256 = '09942a856123cbd334f3f5b15869daf75637e2450c30c384fdf1a554ca8ded60'

const Manifest = z.object({
  weightsManifest: z.tuple([
    z.object({
      paths: z.tuple([z.string()]),
      weights: z.array(
        z.object({ name: z.string(), shape: z.array(z.number()), dtype: z.literal('float32') }),
      ),
    }),
  ]),
})

interface Weights {
  shape: readonly number[]
  values: Float32Array
}

/**
 * A residual dense network (Zhang et al. 2018) that doubles pictures, as an ONNX file made of a package's weights: ONNX
 * Runtime runs it four times as fast as TensorFlow.js, for which the package has it.
 * @throws Error when the package holds other weights than before
 */
export function fetchUpscaler(): Promise<Uint8Array> {
  return readPackage(SOURCE, async (folder) => {
    const parts = join(folder, SOURCE.folder)
    const model: unknown = JSON.parse(await readFile(join(parts, 'model.json'), 'utf8'))
    const [{ paths, weights }] = Manifest.parse(model).weightsManifest
    const bytes = await readFile(join(parts, paths[0]))
    requireSame(bytes, SOURCE_SHA256, SOURCE)
    const all = new Float32Array(new Uint8Array(bytes).buffer)
    let at = 0
    const known = new Map<string, Weights>()
    for (const { name, shape } of weights) {
      const length = shape.reduce((product, side) => product * side, 1)
      known.set(name, { shape, values: all.subarray(at, (at += length)) })
    }
    return doublingNet(known)
  })
}

/** The net of these weights, whose layers have the names that the weights bear. */
function doublingNet(weights: ReadonlyMap<string, Weights>): Uint8Array {
  const nodes: object[] = []
  const tensors: Uint8Array[] = []

  const step = (opType: string, input: string[], output: string, attribute: readonly Uint8Array[] = []) => {
    nodes.push({ opType, input, output: [output], attribute })
    return output
  }
  const constant = (name: string, dims: readonly number[], values: Float32Array) => {
    tensors.push(encoded('Tensor', { name, dims, dataType: DATA_TYPES.FLOAT, rawData: bytesOf(values) }))
    return name
  }
  const weightsOf = (name: string): Weights => {
    const found = weights.get(name)
    if (!found) throw new RangeError(`${name}: the package has no such weights`)
    return found
  }
  const conv = (x: string, name: string) => {
    const kernel = outputFirst(weightsOf(`${name}/kernel`))
    const bias = weightsOf(`${name}/bias`)
    const reach = ((kernel.shape[2] ?? 1) - 1) / 2
    const inputs = [
      constant(`${name}/kernel`, kernel.shape, kernel.values),
      constant(`${name}/bias`, bias.shape, bias.values),
    ]
    return step('Conv', [x, ...inputs], name, [wholeNumbers('pads', [reach, reach, reach, reach])])
  }
  const relu = (x: string) => step('Relu', [x], `${x}/relu`)
  const joined = (x: string, y: string) => step('Concat', [x, y], `${x}+${y}`, [wholeNumber('axis', 1)])
  const sum = (x: string, y: string, name: string) => step('Add', [x, y], name)
  const block = (x: string, index: number) =>
    sum(conv(joined(x, relu(conv(x, `F_${index}_1`))), `LFF_${index}`), x, `block_${index}`)

  const shallow = conv('picture', 'F_m1')
  const first = block(conv(shallow, 'F_0'), 1)
  const second = block(first, 2)
  const features = sum(conv(conv(joined(first, second), 'GFF_1'), 'GFF_2'), shallow, 'features')
  const phases = conv(relu(conv(relu(conv(features, 'UPN1')), 'UPN2')), 'UPN3')
  const twice = constant('twice', [4], Float32Array.of(1, 1, 2, 2))
  const large = step('Resize', [phases, '', twice], 'large', [
    word('mode', 'nearest'),
    word('coordinate_transformation_mode', 'asymmetric'),
    word('nearest_mode', 'floor'),
  ])
  conv(large, 'SR')
  return encoded('Model', {
    irVersion: 8,
    opsetImport: [encoded('OperatorSet', { version: 17 })],
    graph: {
      name: 'rdn-2x',
      node: nodes,
      initializer: tensors,
      input: [picture('picture', 'height', 'width')],
      output: [picture('SR', 'large height', 'large width')],
    },
  })
}

/** A kernel as ONNX has it, [output, input, height, width], of one that has [height, width, input, output]. */
function outputFirst({ shape, values }: Weights): Weights {
  const [height = 0, width = 0, input = 0, output = 0] = shape
  const turned = new Float32Array(values.length)
  let to = 0
  for (let o = 0; o < output; o++)
    for (let i = 0; i < input; i++)
      for (let at = 0; at < height * width; at++) turned[to++] = values[(at * input + i) * output + o] ?? 0
  return { shape: [output, input, height, width], values: turned }
}

const encoded = (message: string, value: object): Uint8Array => messageType(message).encode(value).finish()
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength)
const wholeNumber = (name: string, i: number) => encoded('Attribute', { name, i, type: ATTRIBUTE_TYPES.INT })
const wholeNumbers = (name: string, ints: readonly number[]) =>
  encoded('Attribute', { name, ints, type: ATTRIBUTE_TYPES.INTS })
const word = (name: string, s: string) =>
  encoded('Attribute', { name, s: Buffer.from(s), type: ATTRIBUTE_TYPES.STRING })

/** One picture of three planes whose sides each run may choose. */
function picture(name: string, height: string, width: string): Uint8Array {
  const dim = [{ dimValue: 1 }, { dimValue: 3 }, { dimParam: height }, { dimParam: width }]
  const tensorType = { elemType: DATA_TYPES.FLOAT, shape: { dim } }
  return encoded('Value', { name, type: encoded('Type', { tensorType }) })
}
