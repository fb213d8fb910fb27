import { writeFile } from 'node:fs/promises'
import { readOptions } from '#scripts/options.ts'
import { NETS } from './nets.ts'

readOptions(
  'npm run nets   makes every net that the studio runs out of the package that brings its weights.',
  {},
)
for (const { file, make } of NETS) {
  await writeFile(file, await make())
  console.info(file)
}
