import { StudioError } from './studio-error.ts'
import { startChild } from './child.ts'
import type { Child, ChildOptions, End } from './child.ts'
import type { Handlers, Report, Usage } from './messages.ts'
import { joinShared } from './shared.ts'
import type { SharedOptions } from './shared.ts'

export interface PoolOptions<Name> extends ChildOptions {
  /** Children at most. */
  size: number
  /** Calls waiting at most; further ones fail with `queue_full`. */
  queueLength: number
  /** A child without work for so long is ended, and gives back its memory. */
  idleTimeoutMs: number
  /** Calls that go before all other queued ones: a user waits for them. */
  urgent?: readonly Name[]
  /** The child is a process shared with others; the pool then has one. */
  shared?: SharedOptions
}

export interface Pool<Calls extends Handlers> {
  /**
   * Rejects with the signal's reason when aborted: a waiting call gives up its place, a running one finishes without
   * its answer being used, which costs less than a new child. A call whose child ended is repeated once, by a fresh
   * child, unless it used up its time.
   * @throws StudioError `queue_full`, `closed`, `cpu_exceeded`, `timed_out`, `crashed` (its child ended, twice),
   * `worker_failed`
   */
  call: <Name extends keyof Calls & string>(
    name: Name,
    input: Parameters<Calls[Name]>,
    signal?: AbortSignal,
  ) => Promise<Awaited<ReturnType<Calls[Name]>>>
  /**
   * What all children used, as of their last answers; of memory the highest sum of those that lived together. Of one that
   * is shared: the processor time of this pool's calls, and all its memory.
   */
  usage: () => Usage
  /** Kills all children; resolves when none is left. */
  close: () => Promise<void>
}

interface Task {
  name: string
  input: unknown[]
  signal: AbortSignal | undefined
  isRetry: boolean
  resolve: (output: unknown) => void
  reject: (error: Error) => void
}

interface Member {
  child: Child
  isReady: boolean
  /** Not given any call yet. */
  isFresh: boolean
  task: Task | null
  /** Ends a child that does not get ready in time, or that is idle. */
  timer: NodeJS.Timeout | undefined
  usage: Usage
}

/**
 * A child that is not ready by then is given up: far more than a start takes, because a busy machine makes it wait.
 */
const START_TIMEOUT_MS = 600_000

/** Child processes, started when first needed, with one queue. A child does one call at a time. */
export function createPool<Calls extends Handlers>(options: PoolOptions<keyof Calls & string>): Pool<Calls> {
  const { size, queueLength, idleTimeoutMs, shared } = options
  const urgent: ReadonlySet<string> = new Set(options.urgent)
  /** Those that can be given work, and all that have not ended. */
  const members = new Set<Member>()
  const living = new Set<Child>()
  const queue: Task[] = []
  const used: Usage = { cpuMs: 0, peakMemoryBytes: 0 }
  let closed = false

  function start(): Member {
    const onReport = (report: Report): void => hear(member, report)
    const child = shared ? joinShared({ ...options, shared }, onReport) : startChild(options, onReport)
    const usage = { cpuMs: 0, peakMemoryBytes: 0 }
    const member: Member = { child, isReady: false, isFresh: true, task: null, timer: undefined, usage }
    members.add(member)
    living.add(child)
    member.timer = setTimeout(() => giveUp(member), START_TIMEOUT_MS)
    void child.ended.then((end) => {
      living.delete(child)
      bury(member, end)
    })
    return member
  }

  function hear(member: Member, report: Report): void {
    if (!members.has(member)) return
    if (report.kind === 'ready') {
      member.isReady = true
      clearTimeout(member.timer)
      return
    }
    used.cpuMs += report.usage.cpuMs - member.usage.cpuMs
    member.usage = report.usage
    const together = [...members].reduce((sum, { usage }) => sum + usage.peakMemoryBytes, 0)
    used.peakMemoryBytes = Math.max(used.peakMemoryBytes, together)
    const task = release(member)
    if (report.kind === 'done') task?.resolve(report.output)
    else task?.reject(new StudioError('worker_failed', report.error))
    member.child.setHeld(false)
    member.timer = setTimeout(() => drop(member), idleTimeoutMs).unref()
    work()
  }

  function release(member: Member): Task | null {
    const { task, timer } = member
    clearTimeout(timer)
    member.task = null
    return task
  }

  /** Removes a child; the caller settles its task. */
  function drop(member: Member): Task | null {
    members.delete(member)
    member.child.kill()
    return release(member)
  }

  /** A child does not get ready. */
  function giveUp(member: Member): void {
    const task = drop(member)
    task?.reject(new StudioError('worker_failed', `${task.name}: its process did not get ready`))
    work()
  }

  /** A child ended by itself. */
  function bury(member: Member, { code: cause, how }: End): void {
    if (!members.has(member)) return
    const task = drop(member)
    if (task && !task.signal?.aborted) {
      const code = member.isReady ? cause : 'worker_failed'
      if (task.isRetry || cause !== 'crashed')
        task.reject(new StudioError(code, `${task.name}: its process ${how}`))
      else {
        task.isRetry = true
        queue.unshift(task)
      }
    }
    work()
  }

  /**
   * A child that may do the task now, or null. A repeated task needs a fresh child, because an earlier call may have
   * damaged an idle one.
   */
  function memberFor(task: Task): Member | null {
    const idle = [...members].filter((member) => member.task === null)
    const fit = task.isRetry ? idle.find((member) => member.isFresh) : idle[0]
    if (fit) return fit
    if (idle[0] && members.size >= size) drop(idle[0])
    return members.size < size ? start() : null
  }

  /** Whether a child was found for the task. */
  function assign(task: Task): boolean {
    const member = memberFor(task)
    if (!member) return false
    member.child.send({ name: task.name, input: task.input })
    member.task = task
    member.isFresh = false
    member.child.setHeld(true)
    if (member.isReady) clearTimeout(member.timer)
    return true
  }

  function work(): void {
    for (let task = queue[0]; task; task = queue[0]) {
      try {
        if (!assign(task)) return
      } catch (error) {
        // There is no process to be had, or the input cannot be cloned.
        const reason = error instanceof Error ? error.message : String(error)
        task.reject(new StudioError('worker_failed', `${task.name}: ${reason}`))
      }
      queue.shift()
    }
  }

  return {
    call: (name, input, signal) =>
      new Promise((resolve, reject) => {
        const abort = (): void => {
          const place = queue.indexOf(task)
          if (place >= 0) queue.splice(place, 1)
          reject(signal?.reason as Error)
        }
        const settled =
          <T>(settle: (value: T) => void) =>
          (value: T): void => {
            signal?.removeEventListener('abort', abort)
            settle(value)
          }
        // The child's handlers are those that `Calls` are the types of.
        const resolved = settled(resolve as (output: unknown) => void)
        const task: Task = { name, input, signal, isRetry: false, resolve: resolved, reject: settled(reject) }
        if (signal?.aborted) abort()
        else if (closed) reject(closedError())
        else if (queue.length >= queueLength)
          reject(new StudioError('queue_full', 'too many calls are waiting'))
        else {
          signal?.addEventListener('abort', abort, { once: true })
          if (urgent.has(name)) queue.unshift(task)
          else queue.push(task)
          work()
        }
      }),
    usage: () => ({ ...used }),
    close: async () => {
      closed = true
      for (const task of queue.splice(0)) task.reject(closedError())
      for (const member of [...members]) drop(member)?.reject(closedError())
      await Promise.all([...living].map((child) => child.ended))
    },
  }
}

function closedError(): StudioError {
  return new StudioError('closed', 'the studio was closed')
}
