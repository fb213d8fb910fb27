import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Lockfile } from '#scripts/lockfile.ts'
import { root } from '#scripts/start/root.ts'

const FOLDER = join(root, 'bench/tools')
const Manifest = z.object({ dependencies: z.record(z.string(), z.string()) })

/**
 * The path of a file or package that only benches need. The first use installs them from `bench/tools/package-lock.json`.
 * @param path below `node_modules`
 */
export function benchTool(path: string): string {
  if (!isInstalled()) {
    console.log('Installing what benches alone need (npm ci in bench/tools) ...')
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
    const { status } = spawnSync('npm', args, { cwd: FOLDER, stdio: 'inherit' })
    if (status !== 0) throw new Error('npm ci in bench/tools failed; its message is above.')
  }
  return join(FOLDER, 'node_modules', path)
}

/** npm writes this file last: what it names is there. */
function isInstalled(): boolean {
  const installed = join(FOLDER, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return false
  const { packages } = Lockfile.parse(JSON.parse(readFileSync(installed, 'utf8')))
  const { dependencies } = Manifest.parse(JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')))
  return Object.entries(dependencies).every(
    ([name, version]) => packages[`node_modules/${name}`]?.version === version,
  )
}
