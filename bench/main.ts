import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Measurement } from './measurement.ts'
import { measureSiteSize } from './site-size.ts'

const benches: Readonly<Record<string, () => Measurement[] | Promise<Measurement[]>>> = {
  'site-size': measureSiteSize,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`No such bench: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}

const rows: string[] = ['| what | measured | bar |', '|---|---|---|']
for (const [name, run] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const { what, figure, bar } of await run()) rows.push(`| ${what} | ${figure} | ${bar} |`)
}
console.log(rows.join('\n'))

if (wanted.length === 0) {
  const head = `# Benchmarks\n\nWritten by \`npm run bench\` on ${availableParallelism()} cores, Node ${process.versions.node}.\n`
  writeFileSync(join(import.meta.dirname, '../docs/benchmarks.md'), `${head}\n${rows.join('\n')}\n`)
}
