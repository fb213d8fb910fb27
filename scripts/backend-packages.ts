/**
 * Leaves in `node_modules` what the backend and its commands load: `node scripts/backend-packages.ts` in a folder with
 * their code and every package of production. Pages are the site's image.
 */
import { globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const CODE = ['backend', 'contract', 'scripts', 'studio'].map((folder) => `${folder}/**/*.{ts,mjs,js}`)
const SPECIFIER = /(?:from|import|import\(|require\(|resolve\()\s*['"]([^'"#./][^'"]*)['"]/g
/** Programs for other machines that lie in a package for all. */
const FOREIGN = `node_modules/onnxruntime-node/bin/*/{darwin,win32,linux/${process.arch === 'x64' ? 'arm64' : 'x64'}}`

const READ_BY_PEOPLE = 'node_modules/**/*.{map,d.ts,d.mts,d.cts}'

const Needs = z.record(z.string(), z.string()).default({})
const Manifest = z.object({
  dependencies: Needs,
  optionalDependencies: Needs,
  peerDependencies: Needs,
})

const nameOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

const manifests = globSync('node_modules/**/package.json')
const places = new Set(
  manifests.map(dirname).filter((path) => /node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path)),
)

/** The folder that a package finds another one in: its own, or the nearest above it. */
function placeOf(name: string, from: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (places.has(place)) return place
    if (at === '') return undefined
  }
}

const loaded = new Set(
  globSync(CODE).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(SPECIFIER)].map(([, specifier = '']) => nameOf(specifier)),
  ),
)
const kept = new Set<string>()
const keep = (name: string, from: string): void => {
  const place = placeOf(name, from)
  if (place === undefined || kept.has(place)) return
  kept.add(place)
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')))
  const needs = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies }
  for (const needed of Object.keys(needs)) keep(needed, place)
}
for (const name of loaded) keep(name, '')
for (const place of places) {
  if (kept.has(place)) continue
  // A folder inside one that goes goes with it; one that holds kept folders stays without its own files being loaded.
  if (![...kept].some((other) => other.startsWith(`${place}/`)))
    rmSync(place, { recursive: true, force: true })
}
for (const path of globSync([FOREIGN, READ_BY_PEOPLE])) rmSync(path, { recursive: true, force: true })
console.log(`${kept.size} packages stay.`)
