import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parametersFromTypes } from '#emulators/stripe/from-types.ts'
import { RESOURCES, ROUTES } from '#emulators/stripe/routes.ts'
import { readOptions } from './options.ts'
import { root } from './start/root.ts'

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
