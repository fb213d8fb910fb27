import { join } from 'node:path'
import { isInstalled, runPnpm } from '#scripts/pnpm.mjs'
import { root } from '#scripts/start/root.ts'

/** Folders with a `package.json` and a lock of their own, and what alone uses their packages. */
const USED_BY = {
  'bench/tools': 'benches',
  'tools/kernels/compiler': 'npm run kernels',
  'tests/tools': 'tests',
} as const
type ExtraPackages = keyof typeof USED_BY

/** Installs the packages of a folder from its lock, where they are not there yet. Two at once would both install. */
export function installExtraPackages(folder: ExtraPackages): void {
  const path = join(root, folder)
  if (isInstalled(path)) return
  console.error(`Installing the packages of ${USED_BY[folder]} (pnpm install in ${folder}) ...`)
  const args = ['install', '--frozen-lockfile', '--ignore-workspace', '--ignore-scripts', '--loglevel=error']
  const { status, error } = runPnpm(args, path)
  if (status !== 0)
    throw new Error(`pnpm install in ${folder} failed; its message is above.`, { cause: error })
}

/**
 * The path of a file or package that one of these folders brings; its first use installs them.
 * @param path below `node_modules`
 */
export function extraPackage(folder: ExtraPackages, path: string): string {
  installExtraPackages(folder)
  return join(root, folder, 'node_modules', path)
}
