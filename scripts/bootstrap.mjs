/**
 * The first step of `npm start` and `npm test`, before any package is installed. Plain JavaScript for Node 20:
 * installs the locked packages when they are missing or differ, then hands over to the pinned Node.
 */
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setInterval } from 'node:timers'
import { fileURLToPath } from 'node:url'

/** What `npm start` counts from: all that follows is waited for. */
const startedAtMs = Date.now()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const binDir = join(root, 'node_modules', '.bin')
const OLDEST_NODE_MAJOR = 20
const PINNED_NODE_MAJOR = 24

function fail(message) {
  console.error(message)
  process.exit(1)
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return null
  }
}

/**
 * npm writes `node_modules/.package-lock.json` last, so it lists what is really installed.
 * Packages for other platforms are absent from it: they are all optional.
 */
function isInstalled() {
  const wanted = readLock(join(root, 'package-lock.json'))
  const present = readLock(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted) fail('package-lock.json is missing or unreadable: the checkout is incomplete.')
  if (!present) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const found = present[path]
    return found
      ? found.version === entry.version && found.integrity === entry.integrity
      : Boolean(entry.optional || entry.devOptional)
  })
}

function isWritable(path) {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function canCreate(path) {
  return existsSync(path) ? isWritable(path) : dirname(path) !== path && canCreate(dirname(path))
}

function runNpm(args) {
  const env = { ...process.env }
  // npm requires a writable cache; some service accounts have no home folder.
  if (!canCreate(env.npm_config_cache ?? join(homedir(), '.npm'))) {
    env.npm_config_cache = join(root, '.data', 'npm-cache')
  }
  const npmCli = env.npm_execpath
  // This Node may be the pinned one, which installing has just taken away.
  const byCli = npmCli && /npm-cli\.[cm]?js$/.test(npmCli) && existsSync(process.execPath)
  const [command, first] = byCli ? [process.execPath, [npmCli]] : ['npm', []]
  return spawnSync(command, [...first, ...args], { cwd: root, env, stdio: 'inherit' })
}

function majorOf(node) {
  const run = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' })
  return run.status === 0 ? Number.parseInt(run.stdout, 10) : 0
}

function install() {
  if (!isWritable(root))
    fail(`This folder cannot be written to by ${process.env.USER ?? 'this user'}: ${root}`)
  console.log('Installing packages (npm ci) ...')
  // Install scripts run for `node` only, because versions of npm differ on `allowScripts`.
  const run = runNpm(['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'])
  if (run.error) fail(`npm could not be run (${run.error.message}). Install Node with npm, then try again.`)
  if (run.status !== 0) fail('npm ci failed; its message is above.')
}

/** The pinned Node if it is installed, otherwise the current one if it is new enough. */
function pinnedNode() {
  const pinned = join(binDir, 'node')
  if (existsSync(pinned) && majorOf(pinned) === PINNED_NODE_MAJOR) return pinned
  runNpm(['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts'])
  if (existsSync(pinned) && majorOf(pinned) === PINNED_NODE_MAJOR) return pinned
  if (Number.parseInt(process.versions.node, 10) >= PINNED_NODE_MAJOR) return process.execPath
  return fail(
    `Node ${PINNED_NODE_MAJOR} could not be installed through npm and this is Node ${process.versions.node}. ` +
      `Install Node ${PINNED_NODE_MAJOR}, then try again.`,
  )
}

/**
 * Runs a TypeScript file under the pinned Node, forwards signals, and exits with its code.
 * The IPC channel tells the child when this process is gone, even by kill -9.
 */
export function runPinned(script, args = process.argv.slice(2)) {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE_MAJOR) {
    fail(`Node ${OLDEST_NODE_MAJOR} or newer is needed; this is ${process.versions.node}.`)
  }
  if (!isInstalled()) install()
  const node = pinnedNode()
  const child = spawn(node, [join(root, script), ...args], {
    cwd: root,
    env: {
      // The processes started here load the same files dozens of times.
      // https://nodejs.org/api/module.html#module-compile-cache
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      ...process.env,
      STARTED_AT_MS: String(startedAtMs),
      PATH: `${binDir}:${process.env.PATH ?? ''}`,
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  stopWhenNpmIsGone(child)
  child.on('error', (error) => fail(`${node} could not be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

/** Some shells do not pass npm's signals on; losing the parent then means the same. */
function stopWhenNpmIsGone(child) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 250).unref()
}
