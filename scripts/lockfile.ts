import { z } from 'zod'

const LockedPackage = z.looseObject({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
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

/** Node's own search: beside the package, then in every folder above it. */
function isLocked(packages: Lockfile['packages'], from: string, name: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (`${at === '' ? '' : `${at}/`}node_modules/${name}` in packages) return true
    if (at === '') return false
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
 * npm leaves out of the lock what a registry could not give when it was written (packages for other
 * platforms), and `npm ci` then refuses that lock everywhere. Their entries follow from their parents'.
 */
export function missingOptionalPackages({ packages }: Lockfile): Record<string, LockedPackage> {
  const missing = Object.entries(packages).flatMap(([path, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => !isLocked(packages, path, name))
      .map(([name, range]) => [`node_modules/${name}`, entryFor(name, range, parent)] as const),
  )
  return Object.fromEntries(missing)
}
