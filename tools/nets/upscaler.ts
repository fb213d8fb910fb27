import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { FILTER, openNet, transposed, intAttribute, stringAttribute } from './onnx.ts'
import type { Weights } from './onnx.ts'
import { Manifest, readWeights } from './tensorflow.ts'
import { readPackage } from './packaged.ts'

const SOURCE = { name: '@upscalerjs/esrgan-slim', version: '1.0.0', folder: 'models/x2' } as const

const Model = z.object({ weightsManifest: Manifest })

/**
 * A residual dense network (Zhang et al. 2018) that doubles pictures, as an ONNX file: the package has its weights, this file
 * its layers.
 */
export function makeUpscaler(): Promise<Uint8Array> {
  return readPackage(SOURCE, async (folder) => {
    const parts = join(folder, SOURCE.folder)
    const model: unknown = JSON.parse(await readFile(join(parts, 'model.json'), 'utf8'))
    const { weightsManifest } = Model.parse(model)
    const bytes = await readFile(join(parts, 'group1-shard1of1.bin'))
    return doublingNet(readWeights(weightsManifest, bytes).weights)
  })
}

/** The net of these weights, whose layers have the names that the weights bear. */
function doublingNet(weights: ReadonlyMap<string, Weights>): Uint8Array {
  const net = openNet('rdn-2x')
  const weightsOf = (name: string): Weights => {
    const found = weights.get(name)
    if (!found) throw new RangeError(`${name}: the package has no such weights`)
    return found
  }
  const conv = (x: string, name: string) => {
    const kernel = transposed(weightsOf(`${name}/kernel`), FILTER)
    const inputs = [
      net.weights(`${name}/kernel`, kernel),
      net.weights(`${name}/bias`, weightsOf(`${name}/bias`)),
    ]
    return net.node('Conv', [x, ...inputs], name, [stringAttribute('auto_pad', 'SAME_UPPER')])
  }
  const relu = (x: string) => net.node('Relu', [x], `${x}/relu`)
  const joined = (x: string, y: string) => net.node('Concat', [x, y], `${x}+${y}`, [intAttribute('axis', 1)])
  const sum = (x: string, y: string, name: string) => net.node('Add', [x, y], name)
  const block = (x: string, index: number) =>
    sum(conv(joined(x, relu(conv(x, `F_${index}_1`))), `LFF_${index}`), x, `block_${index}`)

  const shallow = conv('picture', 'F_m1')
  const first = block(conv(shallow, 'F_0'), 1)
  const second = block(first, 2)
  const features = sum(conv(conv(joined(first, second), 'GFF_1'), 'GFF_2'), shallow, 'features')
  const phases = conv(relu(conv(relu(conv(features, 'UPN1')), 'UPN2')), 'UPN3')
  const twice = net.weights('twice', { shape: [4], values: Float32Array.of(1, 1, 2, 2) })
  const large = net.node('Resize', [phases, '', twice], 'large', [
    stringAttribute('mode', 'nearest'),
    stringAttribute('coordinate_transformation_mode', 'asymmetric'),
    stringAttribute('nearest_mode', 'floor'),
  ])
  const output = conv(large, 'SR')
  return net.file({ name: 'picture', shape: [1, 3, 'height', 'width'] }, [output])
}
