import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { digestFiles, filesUnder } from './digest.ts'
import { root } from './root.ts'
import type { Supervisor } from './supervisor.ts'

const INPUT_FOLDERS = ['app', 'components', 'contract', 'lib', 'messages', 'public']
const ROOT_FILES = /^(instrumentation|middleware|next\.config|postcss\.config|tsconfig|pnpm-lock)\./

const distDir = join(root, process.env.NEXT_DIST_DIR ?? '.next')
/** Next's own server of the build, as an image would hold it. */
const STANDALONE = join(distDir, 'standalone')
export const SITE_SERVER = join(STANDALONE, 'server.js')

/** Variables that go into pages and their policies, besides the address. */
const BUILD_VARIABLES = /^(?:SELLER_|(?:AFFILIATE_SCRIPT_URL|DIRECTORY_CITIES_AHEAD)$)/

/** A digest of all files and variables that the site is built from. */
function digestInputs(siteUrl: string): string {
  const rootFiles = readdirSync(root).filter((name) => ROOT_FILES.test(name))
  const files = INPUT_FOLDERS.flatMap(filesUnder).filter((file) => !/\.test\.tsx?$/.test(file))
  const variables = Object.entries(process.env)
    .filter(([name]) => BUILD_VARIABLES.test(name))
    .map(([name, value]) => `${name}=${value ?? ''}`)
  return digestFiles([...rootFiles, ...files], [siteUrl, ...variables.sort()].join('\n'))
}

/** Builds the site unless the present build was made from the same files. `siteUrl` goes into canonical links. */
export async function buildSite(
  supervisor: Supervisor,
  siteUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const stamp = join(distDir, 'inputs.sha256')
  const digest = digestInputs(siteUrl)
  const isBuilt = existsSync(join(distDir, 'BUILD_ID')) && existsSync(stamp)
  if (isBuilt && readFileSync(stamp, 'utf8') === digest) return
  rmSync(stamp, { force: true })
  await supervisor.run({
    name: 'build',
    args: [join(root, 'node_modules/next/dist/bin/next'), 'build'],
    env: { ...env, NODE_ENV: 'production', SITE_URL: siteUrl },
  })
  // An image copies both; Next leaves them to a file server.
  link(join(distDir, 'static'), join(STANDALONE, relative(root, distDir), 'static'))
  link(join(root, 'public'), join(STANDALONE, 'public'))
  writeFileSync(stamp, digest)
}

function link(target: string, path: string): void {
  rmSync(path, { recursive: true, force: true })
  symlinkSync(target, path)
}
