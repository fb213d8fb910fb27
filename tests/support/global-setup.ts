import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from '#scripts/start/product.ts'
import { productOptions } from './own-product.ts'
import { announceProduct } from './product-under-test.ts'
import { drawSelfies } from './selfies.ts'

/** The whole product, once, on free ports and throwaway data, through the code of `npm start`. */
export default async function startForTests(): Promise<() => Promise<void>> {
  // The deletion of an account waits until no token of it is believed any more.
  process.env.IDENTITY_VERDICT_SECONDS = '1'
  const dataDir = mkdtempSync(join(tmpdir(), 'product-under-test-'))
  const selfiesDir = join(dataDir, 'selfies')
  const [product] = await Promise.all([startProduct(productOptions(dataDir)), drawSelfies(selfiesDir)])
  const { siteUrl, inboxUrl, authHost, projectId } = product
  announceProduct({ siteUrl, inboxUrl, authUrl: `http://${authHost}`, projectId, selfiesDir })
  void product.failed.then((failure) => console.error(failure.message))
  return async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
