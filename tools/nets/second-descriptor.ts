import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPackage } from './packaged.ts'
import { Manifest, readWeights } from './tensorflow.ts'
import type { TensorflowNode } from './tensorflow.ts'
import { toOnnx } from './to-onnx.ts'

const SOURCE = { name: '@vladmandic/face-api', version: '1.7.15' } as const
const FILE = 'model/face_recognition_model'

const SIDE = 150

/** Blocks in the order they run, and the channels of each; "down" halves the picture first. */
const BLOCKS = [
  ['conv32_1', 32],
  ['conv32_2', 32],
  ['conv32_3', 32],
  ['conv64_down', 64],
  ['conv64_1', 64],
  ['conv64_2', 64],
  ['conv64_3', 64],
  ['conv128_down', 128],
  ['conv128_1', 128],
  ['conv128_2', 128],
  ['conv256_down', 256],
  ['conv256_1', 256],
  ['conv256_2', 256],
  ['conv256_down_out', 256],
] as const

/**
 * dlib's net that describes faces (King 2017) as an ONNX file: the package has its weights, this file its layers.
 */
export function makeSecondDescriptor(): Promise<Uint8Array> {
  return readPackage(SOURCE, async (folder) => {
    const manifest: unknown = JSON.parse(
      await readFile(join(folder, `${FILE}-weights_manifest.json`), 'utf8'),
    )
    const values = await readFile(join(folder, `${FILE}.bin`))
    const { weights } = readWeights(Manifest.parse(manifest), values)
    const { nodes, integers } = layers()
    return toOnnx('second-descriptor', { nodes, weights, integers }, { descriptor: 'fc/product' })
  })
}

/** The layers under the names their weights bear. */
function layers() {
  const nodes: TensorflowNode[] = [{ name: 'face', op: 'Placeholder', input: [], shape: [1, SIDE, SIDE, 3] }]
  const integers = new Map<string, readonly number[]>([['sides', [1, 2]]])
  const add = (node: TensorflowNode): string => {
    nodes.push(node)
    return node.name
  }
  const relu = (x: string) => add({ name: `${x}/relu`, op: 'Relu', input: [x] })
  const sum = (name: string, x: string, y: string) => add({ name, op: 'AddV2', input: [x, y] })
  const window = { strides: [1, 2, 2, 1], padding: 'VALID' }

  const conv = (x: string, name: string, isDown: boolean): string => {
    const slide = isDown ? window : { strides: [1, 1, 1, 1], padding: 'SAME' }
    const input = [x, `${name}/conv/filters`, `${name}/conv/bias`]
    const raw = add({ name: `${name}/conv`, op: '_FusedConv2D', input, fused: ['BiasAdd'], ...slide })
    const scaled = add({ name: `${name}/scaled`, op: 'Mul', input: [raw, `${name}/scale/weights`] })
    return sum(name, scaled, `${name}/scale/biases`)
  }
  /** Zeros to the right of and below a picture, and in the channels that it lacks. */
  const padded = (x: string, sides: number, channels: number): string => {
    if (sides === 0 && channels === 0) return x
    integers.set(`${x}/zeros`, [0, 0, 0, sides, 0, sides, 0, channels])
    return add({ name: `${x}/padded`, op: 'Pad', input: [x, `${x}/zeros`] })
  }

  const first = relu(conv('face', 'conv32_down', true))
  let x = add({ name: 'pool', op: 'MaxPool', input: [first], ksize: [1, 3, 3, 1], ...window })
  // 150 pixels a side, 72 after the first layer, and 35 here.
  let [side, channels] = [35, 32]
  for (const [name, wide] of BLOCKS) {
    const isDown = name.includes('down')
    const inner = conv(relu(conv(x, `${name}/conv1`, isDown)), `${name}/conv2`, false)
    if (isDown) {
      const pooled = add({ name: `${name}/pool`, op: 'AvgPool', input: [x], ksize: [1, 2, 2, 1], ...window })
      const [convolved, halved] = [Math.floor((side - 1) / 2), Math.floor(side / 2)]
      x = sum(name, padded(inner, halved - convolved, 0), padded(pooled, 0, wide - channels))
      side = halved
    } else x = sum(name, inner, x)
    x = relu(x)
    channels = wide
  }
  const mean = add({ name: 'mean', op: 'Mean', input: [x, 'sides'], keepDims: false })
  add({ name: 'fc/product', op: 'MatMul', input: [mean, 'fc'] })
  return { nodes, integers }
}
