/** `node tests/cast/write.ts <character> <folder> [--faults]`: ten selfies of a drawn person, as JPEG files. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CHARACTERS } from './cast.ts'
import { renderSelfie } from './render.ts'
import { BAD_TAKES, GOOD_TAKES } from './takes.ts'

const [name, folder, option] = process.argv.slice(2)
const character = CHARACTERS.find((id) => id === name)
if (character === undefined || folder === undefined || (option !== undefined && option !== '--faults')) {
  process.stderr.write(`Usage: node tests/cast/write.ts <${CHARACTERS.join('|')}> <folder> [--faults]\n`)
  process.exit(2)
}
await mkdir(folder, { recursive: true })
for (const take of option === '--faults' ? Object.values(BAD_TAKES) : GOOD_TAKES.slice(0, 10)) {
  const file = join(folder, `${character}-${take.id}.jpg`)
  await writeFile(file, await renderSelfie(character, take))
  process.stdout.write(`${file}\n`)
}
