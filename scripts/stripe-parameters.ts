import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parametersFromTypes } from '#emulators/stripe/from-types.ts'
import { RESOURCES, ROUTES } from '#emulators/stripe/routes.ts'
import { root } from './start/root.ts'

const table = parametersFromTypes(root, RESOURCES, Object.keys(ROUTES))
writeFileSync(join(root, 'emulators/stripe/built/parameters.json'), `${JSON.stringify(table, null, 1)}\n`)
