import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { readOptions } from '#scripts/options.ts'
import { measureApi } from './api/main.ts'
import { measureGallery } from './gallery.ts'
import { measureMemory } from './memory.ts'
import type { Measurement } from './measurement.ts'
import { measureDirectory } from './site/directory.ts'
import { measureApiEdge } from './site/api-edge.ts'
import { measureEdge } from './site/edge.ts'
import { measureLighthouse } from './site/lighthouse.ts'
import { measureProcess } from './site/process.ts'
import { measureSize } from './site/size.ts'
import { measureStudio } from './studio.ts'

const benches: Readonly<Record<string, () => Measurement[] | Promise<Measurement[]>>> = {
  'site-size': measureSize,
  'site-edge': measureEdge,
  'site-process': measureProcess,
  'site-lighthouse': measureLighthouse,
  'site-directory': measureDirectory,
  gallery: measureGallery,
  studio: measureStudio,
  memory: measureMemory,
  api: measureApi,
  'api-edge': measureApiEdge,
}
const file = join(import.meta.dirname, '../docs/benchmarks.md')

/** A bench by its name, or all whose names begin with the word: `site` is every `site-`. */
const names = (word: string) =>
  Object.keys(benches).filter((name) => name === word || name.startsWith(`${word}-`))
const USAGE = `npm run bench [-- name ...]   measures, and writes docs/benchmarks.md.\n\n  ${Object.keys(benches).join(', ')}`
const { positionals: words } = readOptions(USAGE, { allowPositionals: true })
const wanted = words.flatMap(names)
const unknown = words.filter((word) => names(word).length === 0)
if (unknown.length > 0) {
  console.error(`No such bench: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}

const sections = readSections()
for (const [name, run] of Object.entries(benches)) {
  if (words.length > 0 && !wanted.includes(name)) continue
  const measured = await run()
  if (measured.some(({ bar }) => bar.endsWith(': missed'))) process.exitCode = 1
  const rows = measured.map(({ what, figure, bar }) => `| ${what} | ${figure} | ${bar} |`)
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}.`
  sections.set(name, [machine, '', '| what | measured | bar |', '|---|---|---|', ...rows].join('\n'))
  console.log(`${name}: ${sections.get(name) ?? ''}\n`)
}
const head = '# Benchmarks\n\nWritten by `npm run bench`; a bench run by name replaces its own section.\n'
const known = Object.keys(benches).filter((name) => sections.has(name))
writeFileSync(file, `${head}${known.map((name) => `\n## ${name}\n\n${sections.get(name) ?? ''}\n`).join('')}`)

/** The document's sections, by the name of their bench. */
function readSections(): Map<string, string> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const sections = text.split('\n## ').slice(1)
  return new Map(
    sections.map((section) => {
      const [name = '', ...body] = section.split('\n')
      return [name, body.join('\n').trim()]
    }),
  )
}
