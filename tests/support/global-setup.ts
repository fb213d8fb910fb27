import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '#scripts/start/root.ts'
import { startProduct } from '#scripts/start/product.ts'
import { productOptions } from './own-product.ts'
import { announceProduct } from './product-under-test.ts'
import { drawSelfies } from './selfies.ts'

/** With people for the journeys that need some: `people/`. */
async function fill(dataDir: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'tests/support/seeded-users/main.ts'), dataDir])
}

/** The whole product, once, on free ports and throwaway data, through the code of `npm start`. */
export default async function startForTests(): Promise<() => Promise<void>> {
  // An account's deletion waits until its last trusted token has expired.
  process.env.IDENTITY_VERDICT_SECONDS = '1'
  const dataDir = mkdtempSync(join(tmpdir(), 'product-under-test-'))
  const selfiesDir = join(dataDir, 'selfies')
  const [product] = await Promise.all([
    startProduct({ ...productOptions(dataDir), prepareData: fill }),
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
