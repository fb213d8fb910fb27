import { join } from 'node:path'
import { isInstalled, runPnpm } from '#scripts/pnpm.mjs'
import { root } from '#scripts/start/root.ts'

const FOLDER = join(root, 'bench/tools')

/**
 * The path of a file or package that only benches need. The first use installs them from `bench/tools/pnpm-lock.yaml`.
 * @param path below `node_modules`
 */
export function benchTool(path: string): string {
  if (!isInstalled(FOLDER)) {
    console.log('Installing what benches alone need (pnpm install in bench/tools) ...')
    const args = ['install', '--frozen-lockfile', '--ignore-workspace', '--ignore-scripts']
    const { status } = runPnpm(args, FOLDER)
    if (status !== 0) throw new Error('pnpm install in bench/tools failed; its message is above.')
  }
  return join(FOLDER, 'node_modules', path)
}
