/** `node tests/cast/write.ts <character> <folder> [--faults | --home]`: ten selfies of a drawn person, as JPEG files. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EVERYBODY, isDrawn } from './everybody.ts'
import { renderSelfie } from './render.ts'
import { BAD_TAKES, GOOD_TAKES, HOME_TAKES } from './takes.ts'

const [name, folder, option] = process.argv.slice(2)
const sets = { '--good': GOOD_TAKES.slice(0, 10), '--faults': Object.values(BAD_TAKES), '--home': HOME_TAKES }
const takes = Object.entries(sets).find(([flag]) => flag === (option ?? '--good'))?.[1]
if (name === undefined || !isDrawn(name) || folder === undefined || takes === undefined) {
  const people = Object.keys(EVERYBODY).join('|')
  process.stderr.write(`Usage: node tests/cast/write.ts <${people}> <folder> [--faults | --home]\n`)
  process.exit(2)
}
await mkdir(folder, { recursive: true })
for (const take of takes) {
  const file = join(folder, `${name}-${take.id}.jpg`)
  await writeFile(file, await renderSelfie(name, take))
  process.stdout.write(`${file}\n`)
}
