import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readPackage, requireSame } from './packaged.ts'
import { readTensorflow } from './tensorflow.ts'
import { toOnnx } from './to-onnx.ts'

const SOURCE = { name: 'nsfwjs', version: '4.4.0', folder: 'dist/models/mobilenet_v2_mid' } as const

/** The package keeps its nets as modules: SHA-256 of the one that gives the graph, and of those with weights in base64. */
const GRAPH = ['model', 'a7a9e701491e2449b221dab7c424957f853e700602b5575da33cfd745616f964'] as const
const WEIGHTS = [
  ['group1-shard1of2', 'f2e79a209e44d668220ec5f1533a98f2be954e3953685bf074d201b82fefc29a'],
  ['group1-shard2of2', 'f291df992a0131741372506a6072fb9f1645bff7c973c983fd6276f5f9625d5e'],
] as const

const require = createRequire(import.meta.url)

/** The mid-sized MobileNet that knows nudity as an ONNX file. @throws Error when its modules are others than before */
export function makeNudityNet(): Promise<Uint8Array> {
  return readPackage(SOURCE, async (folder) => {
    const run = async ([name, sha256]: readonly [string, string]): Promise<unknown> => {
      const file = join(folder, SOURCE.folder, `${name}.min.js`)
      requireSame(await readFile(file), sha256, file)
      return require(file)
    }
    const parts = await Promise.all(WEIGHTS.map(run))
    const weights = Buffer.concat(parts.map((part) => Buffer.from(String(part), 'base64')))
    const graph = readTensorflow(JSON.stringify(await run(GRAPH)), weights)
    return toOnnx('nudity', graph, { shares: 'Identity' })
  })
}
