import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readPackage, requireSame } from './packaged.ts'
import { inSinglePrecision } from './single-precision.ts'

/** The package with the weights. Its own code has another licence (docs/models.md): only the weights are used. */
const SOURCE = { name: '@imgly/background-removal-data', version: '1.4.5', model: '/models/medium' } as const

/** SHA-256 of the package's net, hexadecimal. */
const SOURCE_SHA256 = 'b6e8497ba978a6f5fbb647e419d2696cd80df5a23cb6a8ea532021911bd76acb'

/** Chunks lie in files named by their hash, in order. */
const Resources = z.record(
  z.string(),
  z.object({ size: z.number(), chunks: z.array(z.object({ hash: z.string() })) }),
)

/**
 * IS-Net's general-use weights as one ONNX file that computes in single precision, from the package registry.
 * @throws Error when the package holds another net than before
 */
export function makeCutOutNet(): Promise<Uint8Array> {
  return readPackage(SOURCE, async (folder) => {
    const parts = join(folder, 'dist')
    const resources = Resources.parse(JSON.parse(await readFile(join(parts, 'resources.json'), 'utf8')))
    const chunks = resources[SOURCE.model]?.chunks ?? []
    const net = Buffer.concat(await Promise.all(chunks.map(({ hash }) => readFile(join(parts, hash)))))
    requireSame(net, SOURCE_SHA256, SOURCE)
    return inSinglePrecision(net)
  })
}
