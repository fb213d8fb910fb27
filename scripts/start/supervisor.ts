import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPartLog, type PartLog, type WriteLine } from './log.ts'
import { isGroupAlive, processStamp, STOP_TIMEOUT_MS, stopGroups } from './process-group.ts'
import { root } from './root.ts'
import type { WatchdogCommand } from './watchdog-command.ts'

/** One process of the product. Runs under the Node that runs this file. */
export interface Part {
  name: string
  args: readonly string[]
  cwd?: string
  env: Readonly<Record<string, string>>
  /** Asked repeatedly until true; a rejection means "not yet". */
  isReady: () => Promise<boolean>
  /** Lines kept out of the terminal. */
  isNoise?: (line: string) => boolean
}

export class PartFailedError extends Error {
  override name = 'PartFailedError'
}

export interface SupervisorOptions {
  logDir: string
  writeLine: WriteLine
  /** Called with all started parts, so that a later start can find them. */
  onParts: (parts: { name: string; stamp: string }[]) => void
  /** How long parts may take to end by themselves. */
  stopTimeoutMs?: number
}

export interface Supervisor {
  /** Resolves when the part is healthy. Throws {@link PartFailedError} with its last lines. */
  start(part: Part): Promise<void>
  /** Kills a part as a crash would, without reporting a failure; the part may be started again. */
  kill(name: string): Promise<void>
  /** Runs a command that ends by itself. Throws {@link PartFailedError} unless it succeeds. */
  run(part: Omit<Part, 'isReady'>): Promise<void>
  /** Resolves when a healthy part ends without being asked to. */
  failed: Promise<PartFailedError>
  tellWatchdog(command: WatchdogCommand): void
  watchdogStamp: string
  stop(): Promise<void>
}

const READY_TIMEOUT_MS = 120_000
const READY_POLL_MS = 150

/** The environment without npm's variables for the running script; parts add their own. */
function partEnv(own: Part['env']): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env }
  for (const name of Object.keys(env).filter((key) => /^npm_/i.test(key))) Reflect.deleteProperty(env, name)
  return Object.assign(env, { NEXT_TELEMETRY_DISABLED: '1', FORCE_COLOR: '0' }, own)
}

function startWatchdog() {
  const child = spawn(process.execPath, [join(root, 'scripts/start/watchdog.ts')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const { stdin, pid } = child
  if (pid === undefined) throw new Error('The watchdog could not be started.')
  stdin.on('error', () => undefined)
  child.unref()
  if (stdin instanceof Socket) stdin.unref()
  const tell = (command: WatchdogCommand) => void stdin.write(`${JSON.stringify(command)}\n`)
  return {
    stamp: processStamp(pid),
    tell,
    release: async () => {
      const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.ref()
      tell({ do: 'release' })
      stdin.end()
      if (child.exitCode === null && child.signalCode === null) await exited
    },
  }
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ? `was ended by ${signal}` : `ended with exit code ${code}`
}

interface RunningPart {
  name: string
  child: ChildProcess
  groupId: number
  /** The description of its end, with the last lines it wrote. */
  ended: Promise<PartFailedError | null>
}

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { logDir, writeLine, onParts, stopTimeoutMs = STOP_TIMEOUT_MS } = options
  const parts: RunningPart[] = []
  const killed = new Set<RunningPart>()
  const watchdog = startWatchdog()
  let reportFailure: (error: PartFailedError) => void = () => undefined
  const failed = new Promise<PartFailedError>((resolve) => {
    reportFailure = resolve
  })
  let stopping: Promise<void> | undefined

  function launch(part: Omit<Part, 'isReady'>): RunningPart {
    if (stopping) throw new PartFailedError('Stopped before everything had started.')
    const { name, args, cwd = root, env, isNoise } = part
    const log = createPartLog({ name, logDir, writeLine, isNoise })
    // A group of its own: a Ctrl-C in the terminal reaches this process alone, which then ends the parts in order.
    const child = spawn(process.execPath, [...args], {
      cwd,
      env: partEnv(env),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    log.attach(child.stdout)
    log.attach(child.stderr)
    const running = { name, child, groupId: child.pid ?? 0, ended: untilEnd(name, child, log) }
    if (child.pid !== undefined) {
      parts.push(running)
      watchdog.tell({ do: 'add', groupId: child.pid })
      onParts(parts.map(({ name: of, groupId }) => ({ name: of, stamp: processStamp(groupId) })))
    }
    return running
  }

  async function untilReady(part: Part, ended: RunningPart['ended']): Promise<void> {
    const deadline = performance.now() + READY_TIMEOUT_MS
    let end: PartFailedError | null | undefined
    void ended.then((error) => (end = error))
    while (performance.now() < deadline) {
      if (end !== undefined) throw end ?? new PartFailedError(`${part.name} ended before it was ready.`)
      if (await part.isReady().catch(() => false)) return
      await sleep(READY_POLL_MS)
    }
    throw new PartFailedError(
      `${part.name} was not ready after ${READY_TIMEOUT_MS / 1000} s; see ${join(logDir, `${part.name}.log`)}`,
    )
  }

  return {
    failed,
    watchdogStamp: watchdog.stamp,
    tellWatchdog: watchdog.tell,
    async start(part) {
      const running = launch(part)
      const { ended } = running
      await untilReady(part, ended)
      void ended.then((error) => {
        if (!stopping && !killed.has(running))
          reportFailure(error ?? new PartFailedError(`${part.name} ended by itself.`))
      })
    },
    async kill(name) {
      const running = parts.findLast((part) => part.name === name)
      if (!running) throw new Error(`${name} does not run.`)
      killed.add(running)
      const gone = once(running.child, 'exit')
      running.child.kill('SIGKILL')
      await gone
    },
    async run(part) {
      const running = launch(part)
      const error = await running.ended
      parts.splice(parts.indexOf(running), 1)
      if (error) throw error
    },
    stop() {
      stopping ??= (async () => {
        await stopGroups(parts.map(({ groupId }) => groupId).filter(isGroupAlive), stopTimeoutMs)
        await watchdog.release()
      })()
      return stopping
    },
  }
}

function untilEnd(name: string, child: ChildProcess, log: PartLog): Promise<PartFailedError | null> {
  return new Promise((resolve) => {
    child.once('error', (error) =>
      resolve(new PartFailedError(`${name} could not be started: ${error.message}`)),
    )
    // 'close' follows 'exit' once the last output, with the cause, has been read.
    child.once('close', (code, signal) => {
      log.close()
      const lastLines = log.tail().map((line) => `    ${line}`)
      const message = `${name} ${describeEnd(code, signal)}. Its last lines:\n${lastLines.join('\n')}`
      resolve(code === 0 ? null : new PartFailedError(message))
    })
  })
}
