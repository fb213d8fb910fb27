/** Writes docs/environment.md: `npm run docs:environment`, after a variable has changed. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentDocument } from './environment/document.ts'
import { root } from './start/root.ts'

writeFileSync(join(root, 'docs/environment.md'), environmentDocument())
