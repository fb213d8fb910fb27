/** Adds the result of {@link missingOptionalPackages} to each package-lock.json; run it after `npm install`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCKED_FOLDERS, Lockfile, missingOptionalPackages } from './lockfile.ts'
import { root } from './start/root.ts'

for (const folder of LOCKED_FOLDERS) {
  const path = join(root, folder, 'package-lock.json')
  const lock = Lockfile.parse(JSON.parse(readFileSync(path, 'utf8')))
  const missing = missingOptionalPackages(lock)
  const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
  console.log(`${Object.keys(missing).length} entries added to ${path}.`)
}
