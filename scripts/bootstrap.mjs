/**
 * The first step of `npm start` and `npm test`, before any package is installed. Plain JavaScript for Node 20:
 * installs the locked packages when they are missing or belong to another lock, then hands over to the pinned Node.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setInterval } from 'node:timers'
import { fileURLToPath } from 'node:url'
import { isInstalled, isWritable, runPnpm } from './pnpm.mjs'

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

function majorOf(node) {
  const run = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' })
  return run.status === 0 ? Number.parseInt(run.stdout, 10) : 0
}

function install() {
  if (!isWritable(root))
    fail(`This folder cannot be written to by ${process.env.USER ?? 'this user'}: ${root}`)
  console.log('Installing packages (pnpm install) ...')
  const folder = join(root, 'node_modules')
  // pnpm would keep aside in it what npm has installed.
  if (!existsSync(join(folder, '.modules.yaml'))) rmSync(folder, { recursive: true, force: true })
  const { status, error } = runPnpm(['install', '--frozen-lockfile', '--prod=false', '--loglevel=error'])
  if (error) fail(`npm could not be run (${error.message}). Install Node with npm, then try again.`)
  if (status !== 0) fail('pnpm install failed; its message is above.')
}

/** The pinned Node if it is installed, which is so on Linux, otherwise the current one if it is new enough. */
function pinnedNode() {
  const pinned = join(binDir, 'node')
  if (existsSync(pinned) && majorOf(pinned) === PINNED_NODE_MAJOR) return pinned
  if (Number.parseInt(process.versions.node, 10) >= PINNED_NODE_MAJOR) return process.execPath
  return fail(
    `No package brings Node ${PINNED_NODE_MAJOR} for this machine, and this is Node ${process.versions.node}. ` +
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
  if (!isInstalled(root)) install()
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
