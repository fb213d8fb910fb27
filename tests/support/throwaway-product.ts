import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct, type ProductOptions } from '#scripts/start/product.ts'
import { productOptions } from './own-product.ts'
import { announceProduct } from './product-under-test.ts'
import { drawSelfies } from './selfies.ts'

/**
 * Starts the whole product on free ports and throwaway data, through the code of `npm start`, for this folder's
 * helpers.
 * @returns stops it
 */
export async function startThrowawayProduct(
  prepareData: NonNullable<ProductOptions['prepareData']>,
): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'product-under-test-'))
  const selfiesDir = join(dataDir, 'selfies')
  const [product] = await Promise.all([
    startProduct({ ...productOptions(dataDir), prepareData }),
    drawSelfies(selfiesDir),
  ])
  const { siteUrl, inboxUrl, authHost, projectId } = product
  announceProduct({
    siteUrl,
    inboxUrl,
    authUrl: `http://${authHost}`,
    projectId,
    selfiesDir,
    peopleDir: dataDir,
  })
  void product.failed.then((failure) => console.error(failure.message))
  return async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
