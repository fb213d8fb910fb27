import { writeFile } from 'node:fs/promises'
import { plateFile } from '#studio/plates/plate.ts'
import { PLATE_NAMES, drawPlate, encodePlate } from './plates.ts'

/** Draws the plates (`npm run plates [name ...]`) and writes them where the studio reads them. */
const wanted = process.argv.slice(2)
for (const name of PLATE_NAMES.filter((known) => wanted.length === 0 || wanted.includes(known))) {
  const plate = drawPlate(name)
  const picture = await encodePlate(plate)
  await writeFile(plateFile(name, 'avif'), picture)
  await writeFile(plateFile(name, 'json'), `${JSON.stringify(plate.notes)}\n`)
  process.stdout.write(`${name}: ${(picture.length / 1000).toFixed(0)} kB\n`)
}
