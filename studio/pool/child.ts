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

/**
 * Makes glibc keep what is freed, up to half a gigabyte, and ask for large pages: planes are large and many, and where each
 * is mapped anew, page by page, a selfie takes three times the processor time, most of it the kernel's. An idle child
 * ends, and gives back all of it. https://sourceware.org/glibc/manual/latest/html_node/Memory-Allocation-Tunables.html
 */
const ALLOCATOR = {
  GLIBC_TUNABLES: [
    'glibc.malloc.arena_max=1',
    `glibc.malloc.mmap_threshold=${2 ** 30}`,
    `glibc.malloc.trim_threshold=${2 ** 29}`,
    'glibc.malloc.hugetlb=1',
  ].join(':'),
} as const

/** How much lower a child's scheduling priority is than this process's, in steps of `nice`. */
const NICE_OFFSET = 10
const NICE_MAX = 19

/** Characters kept of the end of a child's error output. */
const STDERR_TAIL_LENGTH = 2000

export interface ChildOptions extends Limits {
  /** The module to run; it calls `serve`, or `serveShared`. */
  program: URL
}

/** How a child ended: the error for its running call, and a description. */
export interface End {
  code: StudioError['code'] & ('crashed' | 'cpu_exceeded' | 'timed_out')
  how: string
}

export interface Child {
  /** @throws where the order holds what cannot be cloned */
  send: (order: Order) => void
  /** Kills the child in the midst of its work; this process stays alive until the child is gone. */
  kill: () => void
  /** Whether this process stays alive for the child. */
  setHeld: (isHeld: boolean) => void
  ended: Promise<End>
}

/**
 * Starts a process that gets nothing of this one but its messages: no environment, no files, no terminal.
 * @param apart for a child that may outlive this process: its further arguments
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
  lowerPriority(child.pid)
  let stderrTail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-STDERR_TAIL_LENGTH)
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
      resolve({ code: cause, how: [words, stderrTail.trim()].filter(Boolean).join(': ') })
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
    // The child may be gone already; then `ended` reports it.
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

/** Work on pictures takes every processor: the process that answers requests must go first. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, Math.min(NICE_MAX, getPriority() + NICE_OFFSET))
  } catch {
    // The child has ended already, or the system has no priorities: it works all the same.
  }
}
