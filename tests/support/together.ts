import { join } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { root } from '#scripts/start/root.ts'
import { declaredBy } from './declared-later.ts'

/**
 * Runs the suites named by TEST_SUITES (paths from the root on, one a line) one after the other in this process, which
 * loads and compiles once what each of them needs.
 */
for (const path of process.env.TEST_SUITES?.split('\n') ?? []) {
  const declareAll = await declaredBy(() => import(pathToFileURL(join(root, path)).href))
  void describe(path, declareAll)
}
