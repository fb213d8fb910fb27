import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentDocument } from './environment/document.ts'
import { readOptions } from './options.ts'
import { root } from './start/root.ts'

readOptions('npm run docs:environment   writes docs/environment.md, after a variable has changed.', {})

writeFileSync(join(root, 'docs/environment.md'), environmentDocument())
