import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Lockfile, placeOf } from '#scripts/lockfile.ts'
import { digestFiles, filesUnder } from '#scripts/start/digest.ts'
import { root } from '#scripts/start/root.ts'

/** What a step depends on alone. */
export interface Inputs {
  /** Folders and files, from the root of the checkout on. */
  paths: readonly string[]
  /** Packages that it runs without importing them; those that are imported are found. */
  packages: readonly string[]
}

/** The image engine knows nothing of the product; a test beside this file holds it to these. */
export const STUDIO_INPUTS: Inputs = {
  paths: [
    'studio',
    'tests/cast',
    'tools/nets',
    'tools/plates',
    'tests/support/node-test.ts',
    'scripts/start/digest.ts',
    'scripts/start/root.ts',
  ],
  packages: ['assemblyscript'],
}

export interface Proof {
  /** The tests that passed with exactly these inputs on a machine of this kind; null when none are known to have. */
  passed: () => number | null
  /** Keeps that so many passed with the inputs as they were when this was made; says whether that was news. */
  keep: (passed: number) => boolean
}

/** By step, then by kind of machine: processors differ in the last bits of a sum. */
const Kept = z.record(
  z.string(),
  z.record(z.string(), z.object({ digest: z.string(), passed: z.number().int().positive() })),
)

const MACHINE = `${process.platform}-${process.arch}`

/** Committed, so that a fresh clone knows it too. */
const KEPT_IN = join(root, 'scripts/test/proven.json')

/** The files among these inputs; no test runs on prose. */
export function filesOf({ paths }: Inputs): string[] {
  return paths
    .flatMap((path) => (statSync(join(root, path)).isDirectory() ? filesUnder(path) : [path]))
    .filter((file) => !file.endsWith('.md'))
}

/** `place version` of these packages, and of all that they need in turn, as they are locked. */
export function lockedVersions({ packages }: Lockfile, names: readonly string[]): string[] {
  const versions = new Map<string, string>()
  const waiting = names.map((name) => ({ from: '', name }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const place = placeOf(packages, next.from, next.name)
    if (place === null || versions.has(place)) continue
    const { version = '', dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {}
    versions.set(place, version)
    const needed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    waiting.push(...needed.map((name) => ({ from: place, name })))
  }
  return [...versions].map(([place, version]) => `${place} ${version}`).sort()
}

/** Those of our packages that are named in quotes in one of the files, however they are loaded. */
function namedIn(files: readonly string[], lock: Lockfile): string[] {
  const { dependencies, devDependencies } = lock.packages[''] ?? {}
  const text = files
    .filter((file) => /\.[cm]?[jt]s$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  return Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => text.includes(`'${name}'`) || text.includes(`'${name}/`),
  )
}

/** Changes with the runtime, the files, the packages and the command. */
function digestOf(inputs: Inputs, command: string): string {
  const lock = Lockfile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const files = filesOf(inputs)
  const versions = lockedVersions(lock, [...inputs.packages, ...namedIn(files, lock)])
  return digestFiles(files, [command, ...versions].join('\n'))
}

/** What is known of a step whose outcome hangs on its inputs alone. `command` is the line that runs it. */
export function createProof(step: string, command: string, inputs: Inputs, keptIn = KEPT_IN): Proof {
  const digest = digestOf(inputs, command)
  const read = () => (existsSync(keptIn) ? Kept.parse(JSON.parse(readFileSync(keptIn, 'utf8'))) : {})
  const passed = () => {
    const known = read()[step]?.[MACHINE]
    return known?.digest === digest ? known.passed : null
  }
  return {
    passed,
    keep(count) {
      if (count === 0 || passed() !== null) return false
      const kept = read()
      kept[step] = { ...kept[step], [MACHINE]: { digest, passed: count } }
      const sorted = Object.fromEntries(
        Object.entries(kept).sort(([one], [other]) => one.localeCompare(other)),
      )
      writeFileSync(keptIn, `${JSON.stringify(sorted, null, 2)}\n`)
      return true
    },
  }
}
