import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readPackage, requireSame } from './packaged.ts'
import { readTensorflow } from './tensorflow.ts'
import { toOnnx } from './to-onnx.ts'

const SOURCE = { name: 'nsfwjs', version: '4.4.0', folder: 'dist/models/mobilenet_v2_mid' } as const

/** SHA-256 of the package's weights, hexadecimal. */
const SOURCE_SHA256 = 'fee38f0bcbad1a223b8301c014bbf78984365aef5ab08fc3289ed4229ab67f0e'

const require = createRequire(import.meta.url)

/** The mid-sized MobileNet that knows nudity as an ONNX file. @throws Error when the package holds another net than before */
export function makeNudityNet(): Promise<Uint8Array> {
  return readPackage(SOURCE, (folder) => {
    // The package keeps its nets as modules that give a graph, and weights in base64.
    const read = (file: string): unknown => require(join(folder, SOURCE.folder, `${file}.min.js`))
    const parts = [read('group1-shard1of2'), read('group1-shard2of2')]
    const weights = Buffer.concat(parts.map((part) => Buffer.from(String(part), 'base64')))
    requireSame(weights, SOURCE_SHA256, SOURCE)
    const graph = readTensorflow(JSON.stringify(read('model')), weights)
    return Promise.resolve(toOnnx('nudity', graph, { shares: 'Identity' }))
  })
}
