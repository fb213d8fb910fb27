import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'
import type { Supervisor } from './supervisor.ts'

const INPUT_FOLDERS = ['app', 'components', 'contract', 'lib', 'messages', 'public']
const ROOT_FILES = /^(middleware|next\.config|postcss\.config|tsconfig|package-lock)\./

function filesUnder(folder: string): string[] {
  const full = join(root, folder)
  if (!existsSync(full)) return []
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

/** Changes whenever anything changes that the site is built from. */
function digestInputs(siteUrl: string): string {
  const hash = createHash('sha256').update(`${process.version}\n${siteUrl}\n`)
  const rootFiles = readdirSync(root).filter((name) => ROOT_FILES.test(name))
  for (const file of [...rootFiles, ...INPUT_FOLDERS.flatMap(filesUnder)].sort()) {
    hash.update(`${file}\n`).update(
      createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest(),
    )
  }
  return hash.digest('hex')
}

/** Builds the site unless the present build was made from the same files. `siteUrl` goes into canonical links. */
export async function buildSite(supervisor: Supervisor, siteUrl: string): Promise<void> {
  const distDir = join(root, process.env.NEXT_DIST_DIR ?? '.next')
  const stamp = join(distDir, 'inputs.sha256')
  const digest = digestInputs(siteUrl)
  const isBuilt = existsSync(join(distDir, 'BUILD_ID')) && existsSync(stamp)
  if (isBuilt && readFileSync(stamp, 'utf8') === digest) return
  rmSync(stamp, { force: true })
  await supervisor.run({
    name: 'build',
    args: [join(root, 'node_modules/next/dist/bin/next'), 'build'],
    env: { NODE_ENV: 'production', SITE_URL: siteUrl },
  })
  writeFileSync(stamp, digest)
}
