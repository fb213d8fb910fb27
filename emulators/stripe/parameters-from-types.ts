import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '#scripts/options.ts'
import { root } from '#scripts/start/root.ts'
import { parametersFromTypes } from './from-types.ts'
import { RESOURCES, ROUTES } from './routes.ts'

const USAGE =
  "npm run stripe:parameters [-- --check]   writes what Stripe's published types say of each call's parameters, or only compares."
const { check } = readOptions(USAGE, { options: { check: { type: 'boolean', default: false } } }).values

const file = join(root, 'emulators/stripe/built/parameters.json')
const table = `${JSON.stringify(parametersFromTypes(root, RESOURCES, Object.keys(ROUTES)), null, 1)}\n`
if (!check) writeFileSync(file, table)
else if (readFileSync(file, 'utf8') !== table) {
  console.error(`${file} is not what the SDK's types say: npm run stripe:parameters`)
  process.exitCode = 1
}
