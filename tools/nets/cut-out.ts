import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

/** The package with the weights. Its own code has another licence (docs/models.md): only the weights are used. */
const SOURCE = { name: '@imgly/background-removal-data', version: '1.4.5', model: '/models/medium' } as const

/** SHA-256 of the whole net, hexadecimal. */
export const CUT_OUT_SHA256 = 'b6e8497ba978a6f5fbb647e419d2696cd80df5a23cb6a8ea532021911bd76acb'

/** Chunks lie in files named by their hash, in order. */
const Resources = z.record(
  z.string(),
  z.object({ size: z.number(), chunks: z.array(z.object({ hash: z.string() })) }),
)

/**
 * IS-Net's general-use weights as one ONNX file, from the package registry.
 * @throws Error when the package holds another net than before
 */
export async function fetchCutOutNet(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'nets-'))
  try {
    execFileSync('npm', [
      'pack',
      '--silent',
      `${SOURCE.name}@${SOURCE.version}`,
      '--pack-destination',
      folder,
    ])
    const [archive] = execFileSync('ls', [folder], { encoding: 'utf8' }).trim().split('\n')
    execFileSync('tar', ['-xzf', join(folder, archive ?? ''), '-C', folder])
    const parts = join(folder, 'package', 'dist')
    const resources = Resources.parse(JSON.parse(await readFile(join(parts, 'resources.json'), 'utf8')))
    const chunks = resources[SOURCE.model]?.chunks ?? []
    const net = Buffer.concat(await Promise.all(chunks.map(({ hash }) => readFile(join(parts, hash)))))
    if (createHash('sha256').update(net).digest('hex') !== CUT_OUT_SHA256)
      throw new Error(`${SOURCE.name} ${SOURCE.version} does not hold the net it held`)
    return net
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
