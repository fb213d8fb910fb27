import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPgliteDatabase } from '#backend/providers/database/pglite.ts'
import type { Database } from '#backend/providers/database/database-port.ts'
import { DEFAULT_PORTS } from '#scripts/start/backend-environment.ts'
import { startProduct, type Product, type ProductOptions } from '#scripts/start/product.ts'
import { QUICK_START } from './backend-start.ts'
import { prepareDataDir } from './prepared-database.ts'
import { announceProduct, productUnderTest } from './product-under-test.ts'
import { WITHOUT_CUT_OUT_NET } from './studio-work.ts'

/**
 * Far from the defaults, so that a running product is not disturbed, and below the range of outgoing connections,
 * which might take a port during a restart.
 */
function scatteredPorts() {
  const offset = 10_000 + Math.floor(Math.random() * 20_000)
  return Object.fromEntries(Object.entries(DEFAULT_PORTS).map(([name], index) => [name, offset + 10 * index]))
}

/** The whole product on free ports, through the code of `npm start`. */
export const productOptions = (dataDir: string): ProductOptions => ({
  dataDir,
  mode: 'built',
  ports: { ...DEFAULT_PORTS, ...scatteredPorts() },
  writeLine: () => undefined,
  canonicalUrl: 'http://localhost:3000',
  logLevel: 'info',
  env: { backend: { NODE_OPTIONS: QUICK_START, ...WITHOUT_CUT_OUT_NET } },
})

export interface OwnProduct extends Product {
  dataDir: string
  /** Opens the database of the backend, which must not run meanwhile: PGlite has one owner. */
  withDatabase: <T>(work: (database: Database) => Promise<T>) => Promise<T>
  /** Stops the whole product and starts it again with the same folder. */
  restart: () => Promise<void>
  /** Stops the product; from then on this folder's helpers use the shared one again. */
  close: () => Promise<void>
}

/**
 * A product beside the one that the other suites share, from the same build, which may be killed: until it is closed,
 * this folder's helpers use it.
 */
export async function startOwnProduct({ env = {} }: Pick<ProductOptions, 'env'> = {}): Promise<OwnProduct> {
  const shared = productUnderTest()
  const dataDir = mkdtempSync(join(tmpdir(), 'own-product-'))
  await prepareDataDir(dataDir)
  const defaults = productOptions(dataDir)
  const options = { ...defaults, env: { ...env, backend: { ...defaults.env?.backend, ...env.backend } } }
  let product = await startProduct(options)
  const { siteUrl, inboxUrl, authHost, projectId } = product
  const { selfiesDir } = shared
  announceProduct({ siteUrl, inboxUrl, authUrl: `http://${authHost}`, projectId, selfiesDir })
  return {
    ...product,
    backend: { kill: () => product.backend.kill(), start: () => product.backend.start() },
    dataDir,
    async withDatabase(work) {
      const database = await createPgliteDatabase({ folder: join(dataDir, 'database') })
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    },
    async restart() {
      await product.stop()
      product = await startProduct(options)
    },
    async close() {
      announceProduct(shared)
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
