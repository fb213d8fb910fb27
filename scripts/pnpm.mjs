/**
 * Runs the pnpm that `packageManager` in package.json names: `node scripts/pnpm.mjs add NAME`. Plain JavaScript for
 * Node 20 that needs no package: npm, which comes with Node, fetches pnpm once and keeps it.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** @param {string} path */
export function isWritable(path) {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** @param {string} path */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/**
 * Whether the packages of a folder are those of its lock: pnpm writes a copy of it last, beside what it has installed.
 * @param {string} folder
 */
export function isInstalled(folder) {
  const wanted = textOf(join(folder, 'pnpm-lock.yaml'))
  return wanted !== null && wanted === textOf(join(folder, 'node_modules/.pnpm/lock.yaml'))
}

/** npm and pnpm keep what they fetch in the home folder, which some service accounts do not have. */
function withHome() {
  if (isWritable(homedir())) return process.env
  const HOME = join(root, '.data/home')
  mkdirSync(HOME, { recursive: true })
  return { ...process.env, HOME }
}

/** How npm reaches its registry. pnpm reads the same settings, but of npm's files the user's alone. */
const NETWORK_SETTINGS = ['registry', 'cafile', 'https-proxy', 'proxy', 'noproxy', 'strict-ssl']

/**
 * Variables for pnpm.
 * @param {string} printed what `npm config get` prints of several settings
 * @returns {Record<string, string>}
 */
export function settingsOfNpm(printed) {
  const settings = printed.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^([a-z-]+)=(.*)$/.exec(line) ?? []
    return value === '' || value === 'null' ? [] : [[`pnpm_config_${name.replaceAll('-', '_')}`, value]]
  })
  return Object.fromEntries(settings)
}

/**
 * @param {string[]} args of pnpm
 * @param {string} cwd the folder whose `pnpm-lock.yaml` is meant
 * @returns the exit code, or null with an `error` where npm could not be started
 */
export function runPnpm(args, cwd = root) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const npmCli = process.env.npm_execpath
  // This Node may lie in the packages that were just taken away.
  const isNpm = npmCli !== undefined && /npm-cli\.[cm]?js$/.test(npmCli) && existsSync(process.execPath)
  const [npm, first] = isNpm ? [process.execPath, [npmCli]] : ['npm', []]
  const env = withHome()
  const asked = spawnSync(npm, [...first, 'config', 'get', ...NETWORK_SETTINGS], {
    cwd,
    env,
    encoding: 'utf8',
  })
  if (asked.error) return { status: null, error: asked.error }
  const { status, error } = spawnSync(
    npm,
    [...first, 'exec', '--yes', `--package=${packageManager}`, '--', 'pnpm', ...args],
    { cwd, env: { ...settingsOfNpm(asked.stdout), ...env }, stdio: 'inherit' },
  )
  return { status, error }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { status, error } = runPnpm(process.argv.slice(2), process.cwd())
  if (error) console.error(`npm could not be run: ${error.message}`)
  process.exit(status ?? 1)
}
