import { writeFile } from 'node:fs/promises'
import { plateFile } from '#studio/plates/plate.ts'
import { readOptions } from '#scripts/options.ts'
import { PLATE_NAMES, drawPlate, encodePlate } from './plates.ts'

const USAGE = `npm run plates [-- name ...]   draws the plates, and writes them where the studio reads them.

  ${PLATE_NAMES.join(', ')}`
const { positionals: wanted } = readOptions(USAGE, { allowPositionals: true })
for (const name of PLATE_NAMES.filter((known) => wanted.length === 0 || wanted.includes(known))) {
  const plate = drawPlate(name)
  const picture = await encodePlate(plate)
  await writeFile(plateFile(name, 'avif'), picture)
  await writeFile(plateFile(name, 'json'), `${JSON.stringify(plate.notes)}\n`)
  process.stdout.write(`${name}: ${(picture.length / 1000).toFixed(0)} kB\n`)
}
