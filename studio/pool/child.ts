import { fork } from 'node:child_process'
import { Socket } from 'node:net'
import { getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Limits } from './guarded.ts'
import { LATE_SIGNAL, Report, SPENT_SIGNAL } from './messages.ts'
import type { Order } from './messages.ts'
import type { StudioError } from './studio-error.ts'

/** Compiled code of earlier children: a child then starts in a third of the processor time. */
const CODE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/studio', import.meta.url))

/** A child has one processor, and its planes lie outside the heap: they are let go of at once, not in steps beside its work. */
const V8_FLAGS =
  '--single-threaded-gc --no-incremental-marking --max-semi-space-size=4 --initial-old-space-size=96'

/** What is let go of goes back to the system: planes are large and many, and glibc would keep them. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '262144' } as const

/** How much later than this process a child has its turn, in steps of `nice`, where processors are short. */
const BEHIND = 10
const LAST_OF_ALL = 19

/** What is kept of a child's last words, characters. */
const LAST_WORDS = 2000

export interface ChildOptions extends Limits {
  /** The module to run; it calls `serve`, or `serveShared`. */
  program: URL
}

/** How a child ended: the error of the call it was at, and in words. */
export interface End {
  code: StudioError['code'] & ('crashed' | 'cpu_exceeded' | 'timed_out')
  how: string
}

export interface Child {
  /** @throws where the order holds what cannot be cloned */
  send: (order: Order) => void
  /** At once, in the midst of whatever it does; this process then waits until it is gone. */
  kill: () => void
  /** Whether this process stays alive for it. */
  setHeld: (isHeld: boolean) => void
  ended: Promise<End>
}

/**
 * Starts a process that knows nothing of this one but what it is sent: no environment, no files, no terminal.
 * @param apart where it may outlive this one: what else it is told, as arguments
 */
export function startChild(
  { program, ...options }: ChildOptions,
  onReport: (report: Report) => void,
  apart: readonly string[] | null = null,
): Child {
  const { memoryMaxBytes, callCpuMs, callTimeoutMs } = options
  const limits: Limits = { memoryMaxBytes, callCpuMs, callTimeoutMs }
  const child = fork(program, [String(process.pid), JSON.stringify(limits), ...(apart ?? [])], {
    detached: apart !== null,
    env: { NODE_ENV: 'production', NODE_COMPILE_CACHE: CODE_CACHE, ...ALLOCATOR },
    execArgv: V8_FLAGS.split(' '),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  standBack(child.pid)
  let lastWords = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS)
  })
  child.on('message', (message) => {
    const report = Report.safeParse(message)
    if (report.success) onReport(report.data)
    else child.kill('SIGKILL')
  })
  const ended = new Promise<End>((resolve) => {
    child.on('error', (error) => resolve({ code: 'crashed', how: `did not start: ${error.message}` }))
    child.on('close', (code, signal) => {
      const [cause, words] = causeOf(code, signal, limits)
      resolve({ code: cause, how: [words, lastWords.trim()].filter(Boolean).join(': ') })
    })
  })
  const setHeld = (isHeld: boolean): void => {
    const hold = isHeld ? 'ref' : 'unref'
    child[hold]()
    child.channel?.[hold]()
    if (child.stderr instanceof Socket) child.stderr[hold]()
  }
  setHeld(false)
  return {
    // Where it is gone by now, `ended` tells.
    send: (order) => void child.send(order, () => undefined),
    kill: () => {
      setHeld(true)
      child.kill('SIGKILL')
    },
    setHeld,
    ended,
  }
}

function causeOf(
  code: number | null,
  signal: NodeJS.Signals | null,
  { callCpuMs, callTimeoutMs }: Limits,
): [End['code'], string] {
  switch (signal) {
    case SPENT_SIGNAL:
      return ['cpu_exceeded', `took more than ${callCpuMs} ms of processor time`]
    case LATE_SIGNAL:
      return ['timed_out', `took more than ${callTimeoutMs} ms`]
    case 'SIGKILL':
      return ['crashed', 'was killed, for want of memory if not by hand']
    default:
      return ['crashed', `ended with ${signal ?? code}`]
  }
}

/** Work on pictures takes every processor there is: whoever waits for an answer of this process goes first. */
function standBack(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, Math.min(LAST_OF_ALL, getPriority() + BEHIND))
  } catch {
    // It has ended by now, or the system has no such order: it works all the same.
  }
}
