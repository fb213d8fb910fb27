import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_PORTS } from '#scripts/start/backend-environment.ts'
import { startProduct, type Product } from '#scripts/start/product.ts'
import { importTowns } from './towns.ts'

/** The whole product by the code of `npm start`, on throwaway data and far from its usual ports, its directory filled. */
export async function startProductWithTowns(
  towns: number,
): Promise<{ product: Product; dataDir: string; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-product-'))
  importTowns(dataDir, towns)
  const first = 20_000 + Math.floor(Math.random() * 20_000)
  const scattered = Object.fromEntries(
    Object.keys(DEFAULT_PORTS).map((name, index) => [name, first + 10 * index]),
  )
  const product = await startProduct({
    dataDir,
    mode: 'built',
    ports: { ...DEFAULT_PORTS, ...scattered },
    writeLine: () => undefined,
    canonicalUrl: 'http://localhost:3000',
    logLevel: 'warn',
  })
  return {
    product,
    dataDir,
    async stop() {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
