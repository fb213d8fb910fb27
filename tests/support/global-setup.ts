import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_PORTS, startProduct } from '#scripts/start/product.ts'
import { announceProduct } from './product-under-test.ts'
import { drawSelfies } from './selfies.ts'

/** Far from the defaults, so that a product somebody is using stays as it is. */
function scatteredPorts() {
  const offset = 20_000 + Math.floor(Math.random() * 20_000)
  return Object.fromEntries(Object.entries(DEFAULT_PORTS).map(([name], index) => [name, offset + 10 * index]))
}

/** The whole product, once, on free ports and throwaway data, through the code of `npm start`. */
export default async function startForTests(): Promise<() => Promise<void>> {
  // The deletion of an account waits until no token of it is believed any more.
  process.env.IDENTITY_VERDICT_SECONDS = '1'
  const dataDir = mkdtempSync(join(tmpdir(), 'product-under-test-'))
  const selfiesDir = join(dataDir, 'selfies')
  const [product] = await Promise.all([
    startProduct({
      dataDir,
      mode: 'built',
      ports: { ...DEFAULT_PORTS, ...scatteredPorts() },
      writeLine: () => undefined,
      canonicalUrl: 'http://localhost:3000',
      logLevel: 'info',
    }),
    drawSelfies(selfiesDir),
  ])
  const { siteUrl, inboxUrl, authHost, projectId } = product
  announceProduct({ siteUrl, inboxUrl, authUrl: `http://${authHost}`, projectId, selfiesDir })
  void product.failed.then((failure) => console.error(failure.message))
  return async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
