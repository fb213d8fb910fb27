import { StudioError } from './studio-error.ts'
import { startChild } from './child.ts'
import type { Child, ChildOptions } from './child.ts'
import type { Attachment, CallTable, Report, Usage } from './messages.ts'

export interface PoolOptions<Name> extends ChildOptions {
  /** Children at most. */
  size: number
  /** Calls waiting at most; further ones fail with `queue_full`. */
  queueLength: number
  /** One call at most, from when its child runs; a child that takes longer is killed. */
  callTimeoutMs: number
  /** A child without work for so long is ended, and gives back its memory. */
  idleTimeoutMs: number
  /** Calls that go before whatever else is queued: somebody waits before a screen. */
  urgent?: readonly Name[]
}

export interface Pool<Calls extends CallTable<Calls>> {
  /**
   * Rejects with the signal's reason when aborted: a call that waits gives up its place, one that runs is left to finish
   * unheard, which costs less than a new child. A call whose child ended is made once more, by a fresh one.
   * @throws StudioError `queue_full`, `closed`, `timed_out`, `crashed` (its child ended, twice), `worker_failed`
   */
  call: <Name extends keyof Calls & string>(
    name: Name,
    input: Calls[Name]['input'],
    attachment: Calls[Name]['attachment'],
    signal?: AbortSignal,
  ) => Promise<Calls[Name]['output']>
  /** What all children used, as of their last answers; of memory the highest sum of those that lived together. */
  usage: () => Usage
  /** Kills whatever runs; resolves when no child is left. */
  close: () => Promise<void>
}

interface Task {
  name: string
  input: unknown
  attachment: Attachment | null
  isRetry: boolean
  isSettled: boolean
  resolve: (output: unknown) => void
  reject: (error: Error) => void
}

interface Member {
  child: Child
  isReady: boolean
  /** Not given any call yet. */
  isFresh: boolean
  /** Key of the attachment it holds. */
  holds: string | null
  task: Task | null
  /** Ends the child: when its call takes too long, or while it is idle. */
  timer: NodeJS.Timeout | null
  usage: Usage
}

/** A child that is not ready to work by then is given up. */
const START_TIMEOUT_MS = 60_000

/** Child processes, started when first needed, with one queue. A child does one call at a time. */
export function createPool<Calls extends CallTable<Calls>>(
  options: PoolOptions<keyof Calls & string>,
): Pool<Calls> {
  const { size, queueLength, callTimeoutMs, idleTimeoutMs } = options
  const urgent: ReadonlySet<string> = new Set(options.urgent)
  /** Those that can be given work, and all that have not ended. */
  const members = new Set<Member>()
  const living = new Set<Child>()
  const queue: Task[] = []
  const used: Usage = { cpuMs: 0, peakMemoryBytes: 0 }
  let closed = false

  function start(): Member {
    const child = startChild(options, (report) => hear(member, report))
    const usage = { cpuMs: 0, peakMemoryBytes: 0 }
    const member: Member = {
      child,
      isReady: false,
      isFresh: true,
      holds: null,
      task: null,
      timer: null,
      usage,
    }
    members.add(member)
    living.add(child)
    void child.ended.then((how) => {
      living.delete(child)
      bury(member, how)
    })
    return member
  }

  function hear(member: Member, report: Report): void {
    if (!members.has(member)) return
    if (report.kind === 'ready') {
      member.isReady = true
      if (member.task) limit(member, member.task)
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
    if (timer) clearTimeout(timer)
    member.task = null
    member.timer = null
    return task
  }

  /** What it was doing is the caller's to settle. */
  function drop(member: Member): Task | null {
    members.delete(member)
    member.child.kill()
    return release(member)
  }

  /** A child ended by itself. */
  function bury(member: Member, how: string): void {
    if (!members.has(member)) return
    const task = drop(member)
    if (task && !task.isSettled) {
      const code = member.isReady ? 'crashed' : 'worker_failed'
      if (task.isRetry) task.reject(new StudioError(code, `${task.name}: its process ${how}`))
      else queue.unshift(Object.assign(task, { isRetry: true }))
    }
    work()
  }

  /** One that may do the task now, or null. What ended a child may have been done to it by an earlier call. */
  function memberFor(task: Task): Member | null {
    const idle = [...members].filter((member) => member.task === null)
    const [any] = idle
    const fit = task.isRetry
      ? idle.find((member) => member.isFresh)
      : (idle.find((member) => member.holds === (task.attachment?.key ?? null)) ?? any)
    if (fit) return fit
    if (any && members.size >= size) drop(any)
    return members.size < size ? start() : null
  }

  function assign(task: Task, member: Member): void {
    const { name, input, attachment } = task
    release(member)
    member.task = task
    member.isFresh = false
    member.child.setHeld(true)
    limit(member, task)
    const isHeld = attachment?.key === member.holds
    member.child.send({
      name,
      input,
      attachment: attachment && { key: attachment.key, bytes: isHeld ? null : attachment.bytes },
    })
    if (attachment) member.holds = attachment.key
  }

  /** The time that starting takes is not the call's. */
  function limit(member: Member, task: Task): void {
    if (member.timer) clearTimeout(member.timer)
    const [code, timeoutMs] = member.isReady
      ? (['timed_out', callTimeoutMs] as const)
      : (['worker_failed', START_TIMEOUT_MS] as const)
    member.timer = setTimeout(() => {
      drop(member)?.reject(new StudioError(code, `${task.name} took more than ${timeoutMs} ms`))
      work()
    }, timeoutMs)
  }

  function work(): void {
    for (let task = queue[0]; task && !closed; task = queue[0]) {
      try {
        const member = memberFor(task)
        if (!member) return
        queue.shift()
        assign(task, member)
      } catch (error) {
        // There is no process to be had, or the input cannot be cloned.
        refuse(task, error instanceof Error ? error.message : String(error))
      }
    }
  }

  function refuse(task: Task, reason: string): void {
    if (queue[0] === task) queue.shift()
    const member = [...members].find((candidate) => candidate.task === task)
    if (member) drop(member)
    task.reject(new StudioError('worker_failed', `${task.name}: ${reason}`))
  }

  function enqueue(task: Task): void {
    if (closed) task.reject(closedError())
    else if (queue.length >= queueLength)
      task.reject(new StudioError('queue_full', 'too many calls are waiting'))
    else {
      if (urgent.has(task.name)) queue.unshift(task)
      else queue.push(task)
      work()
    }
  }

  return {
    call: (name, input, attachment, signal) =>
      new Promise((resolve, reject) => {
        const abort = (): void => {
          const place = queue.indexOf(task)
          if (place >= 0) queue.splice(place, 1)
          task.reject(reasonOf(signal))
        }
        const settle = (): void => {
          task.isSettled = true
          signal?.removeEventListener('abort', abort)
        }
        const task: Task = {
          name,
          input,
          attachment,
          isRetry: false,
          isSettled: false,
          resolve: (output) => {
            settle()
            // The child's handlers are typed by the same table of calls.
            resolve(output)
          },
          reject: (error) => {
            settle()
            reject(error)
          },
        }
        signal?.addEventListener('abort', abort, { once: true })
        if (signal?.aborted) abort()
        else enqueue(task)
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

function reasonOf(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError')
}
