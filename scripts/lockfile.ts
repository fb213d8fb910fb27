import { z } from 'zod'

/** Below the root: where a package-lock.json lies. */
export const LOCKED_FOLDERS = ['', 'bench/tools']

const Ranges = z.record(z.string(), z.string()).optional()

const LockedPackage = z.looseObject({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  dependencies: Ranges,
  devDependencies: Ranges,
  optionalDependencies: Ranges,
  peerDependencies: Ranges,
})
export const Lockfile = z.looseObject({ packages: z.record(z.string(), LockedPackage) })
export type Lockfile = z.infer<typeof Lockfile>
type LockedPackage = z.infer<typeof LockedPackage>

const PLATFORMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const PROCESSORS = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]

/**
 * The folder of the package that the one at `from` needs, by Node's own resolution: beside it, then in every folder
 * above.
 */
export function placeOf(packages: Lockfile['packages'], from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (place in packages) return place
    if (at === '') return null
  }
}

function entryFor(name: string, range: string, parent: LockedPackage): LockedPackage {
  const words = name.split(/[-/]/)
  const os = PLATFORMS.filter((platform) => words.includes(platform))
  const cpu = PROCESSORS.filter((processor) => words.includes(processor))
  return {
    version: range.replace(/^[\^~]/, ''),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(parent.dev ? { dev: true } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  }
}

/**
 * npm omits from the lock packages that a registry could not serve when it was written (for other platforms), and
 * `npm ci` then refuses that lock everywhere. Their entries follow from their parents'.
 */
export function missingOptionalPackages({ packages }: Lockfile): Record<string, LockedPackage> {
  const missing = Object.entries(packages).flatMap(([path, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => placeOf(packages, path, name) === null)
      .map(([name, range]) => [`node_modules/${name}`, entryFor(name, range, parent)] as const),
  )
  return Object.fromEntries(missing)
}
