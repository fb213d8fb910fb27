/** Adds the result of {@link missingOptionalPackages} to package-lock.json; run it after `npm install`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { Lockfile, missingOptionalPackages } from './lockfile.ts'
import { root } from './start/root.ts'

const path = `${root}/package-lock.json`
const lock = Lockfile.parse(JSON.parse(readFileSync(path, 'utf8')))
const missing = missingOptionalPackages(lock)
const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1))
writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
console.log(`${Object.keys(missing).length} entries added to package-lock.json.`)
