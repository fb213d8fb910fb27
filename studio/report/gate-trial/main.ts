import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { FAULTS } from './faults.ts'
import { ASIDE } from './people.ts'
import type { Finished } from './people.ts'
import { tryFaults, trySound } from './trial.ts'
import type { Judged } from './trial.ts'

const USAGE = `npm run gate:trial [-- folder]

  The gate's verdicts on drawn faults and on sound pictures. With a folder it writes the wrongly judged pictures there.`
if (process.argv.includes('--help')) {
  console.log(USAGE)
  process.exit()
}
const PEOPLE_PER_FAULT = 8
const SOUND = 200
const [folder] = parseArgs({ allowPositionals: true }).positionals
if (folder) await mkdir(folder, { recursive: true })

const writing: Promise<unknown>[] = []
function note(list: Judged[]): (judged: Judged, picture: Finished) => void {
  return (judged, { raster: { width, height, data } }) => {
    list.push(judged)
    if (!folder || judged.isRight) return
    const file = path.join(folder, `${judged.name.replaceAll(/\W+/g, '-')}-${judged.person}.jpg`)
    writing.push(
      sharp(data, { raw: { width, height, channels: 3 } })
        .resize(512)
        .jpeg()
        .toFile(file),
    )
  }
}

const share = (judged: readonly Judged[]): string => {
  const right = judged.filter(({ isRight }) => isRight).length
  return `${right} of ${judged.length}`
}
const isAside = ({ person }: Judged): boolean => ASIDE.includes(person)

const faults: Judged[] = []
await tryFaults(FAULTS, PEOPLE_PER_FAULT, note(faults))
for (const { name, reasons } of FAULTS) {
  const own = faults.filter((judged) => judged.name === name)
  const missed = own.filter(({ isRight }) => !isRight)
  const said = missed.map((judged) => `${judged.person}: ${judged.reasons.join(', ') || 'passed'}`)
  console.log(
    `${name} (${reasons.join(' or ')}): ${share(own)}${said.length > 0 ? `; ${said.join('; ')}` : ''}`,
  )
}
const sound: Judged[] = []
await trySound(SOUND, note(sound))
for (const { person, name, reasons } of sound.filter(({ isRight }) => !isRight))
  console.log(`sound, ${person}, ${name}: refused for ${reasons.join(', ')}`)
console.log(
  `\nfaults refused with a true reason: ${share(faults)} (people set aside: ${share(faults.filter(isAside))})`,
)
console.log(`sound pictures let pass: ${share(sound)} (people set aside: ${share(sound.filter(isAside))})`)
const times = [...faults, ...sound].map(({ gateMs }) => gateMs).sort((p, q) => p - q)
console.log(`gate: ${((times[times.length >> 1] ?? 0) / 1000).toFixed(2)} s in the median`)
await Promise.all(writing)
