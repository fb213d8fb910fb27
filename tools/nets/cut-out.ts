import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readPackage } from './packaged.ts'
import { inSinglePrecision } from './single-precision.ts'

/** The package with the weights. Its own code has another licence (docs/models.md): only the weights are used. */
const SOURCE = { name: '@imgly/background-removal-data', version: '1.4.5', model: '/models/medium' } as const

/** Chunks lie in files named by their hash, in order. */
const Resources = z.record(
  z.string(),
  z.object({ size: z.number(), chunks: z.array(z.object({ hash: z.string() })) }),
)

/**
 * IS-Net's general-use weights as one ONNX file that computes in single precision, from the package registry.
 */
export function makeCutOutNet(): Promise<Uint8Array> {
  return readPackage(SOURCE, async (folder) => {
    const parts = join(folder, 'dist')
    const resources = Resources.parse(JSON.parse(await readFile(join(parts, 'resources.json'), 'utf8')))
    const chunks = resources[SOURCE.model]?.chunks ?? []
    const net = Buffer.concat(await Promise.all(chunks.map(({ hash }) => readFile(join(parts, hash)))))
    return inSinglePrecision(net)
  })
}
