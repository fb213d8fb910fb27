import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '#scripts/start/root.ts'
import { OPERATORS } from './accounts.ts'
import { startThrowawayProduct } from './throwaway-product.ts'

/** With people for the journeys that need some: `people/`. */
async function fill(dataDir: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'tests/support/seeded-users/main.ts'), dataDir])
}

/** The whole product, once for all browser tests. */
export default function startForTests(): Promise<() => Promise<void>> {
  // An account's deletion waits until its last trusted token has expired.
  process.env.IDENTITY_VERDICT_SECONDS = '1'
  process.env.OPERATORS = OPERATORS.join(',')
  return startThrowawayProduct(fill)
}
