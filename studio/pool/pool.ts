import { Worker } from 'node:worker_threads'
import { StudioError } from '#studio/studio-error.ts'
import type { Answer, CallName, Calls, Request } from './protocol.ts'

export interface PoolOptions {
  threads: number
  /** Calls waiting at most; further ones fail with `queue_full`. */
  queueLength: number
  /** One call at most; a thread that takes longer is replaced. */
  callTimeoutMs: number
}

export interface Pool {
  /** Rejects with the signal's reason when aborted; a call already running is left to finish unheard. */
  call: <Name extends CallName>(
    name: Name,
    input: Calls[Name]['input'],
    signal?: AbortSignal,
  ) => Promise<Calls[Name]['output']>
  close: () => Promise<void>
}

interface Task {
  request: Request
  resolve: (output: Calls[CallName]['output']) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  task: Task | null
  timer: NodeJS.Timeout | null
}

/** Somebody waits before a screen: these go before whatever else is queued. */
const URGENT: ReadonlySet<CallName> = new Set(['draw-preview'])

/** A fixed number of worker threads, started when first needed, with one queue. */
export function createPool({ threads, queueLength, callTimeoutMs }: PoolOptions): Pool {
  const running = new Set<Thread>()
  const queue: Task[] = []
  let nextId = 1
  let closed = false

  function start(): Thread {
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    const thread: Thread = { worker, task: null, timer: null }
    worker.on('message', (answer: Answer) => {
      // Under `node --watch` threads also tell what they import.
      if (thread.task?.request.id !== answer.id) return
      const task = release(thread)
      if (!task) return
      if ('error' in answer) task.reject(new StudioError('worker_failed', answer.error))
      else task.resolve(answer.output)
      work()
    })
    worker.on('error', (error: Error) => drop(thread, new StudioError('worker_failed', error.message)))
    worker.on('exit', (code) => drop(thread, new StudioError('worker_failed', `thread ended with ${code}`)))
    // An idle pool does not keep the process alive; `work` holds it while a call runs.
    worker.unref()
    running.add(thread)
    return thread
  }

  function release(thread: Thread): Task | null {
    const { task, timer } = thread
    if (timer) clearTimeout(timer)
    thread.task = null
    thread.timer = null
    thread.worker.unref()
    return task
  }

  function drop(thread: Thread, error: StudioError): void {
    if (!running.delete(thread)) return
    release(thread)?.reject(closed ? new StudioError('closed', 'the studio was closed') : error)
    void thread.worker.terminate()
    work()
  }

  function work(): void {
    while (!closed && queue.length > 0) {
      const idle = [...running].find((thread) => thread.task === null)
      const thread = idle ?? (running.size < threads ? start() : null)
      const task = thread && queue.shift()
      if (!thread || !task) return
      thread.task = task
      thread.worker.ref()
      thread.timer = setTimeout(() => {
        drop(thread, new StudioError('timed_out', `${task.request.name} took more than ${callTimeoutMs} ms`))
      }, callTimeoutMs)
      thread.worker.postMessage(task.request)
    }
  }

  return {
    call: <Name extends CallName>(name: Name, input: Calls[Name]['input'], signal?: AbortSignal) =>
      new Promise<Calls[Name]['output']>((resolve, reject) => {
        const abort = (): void => {
          const place = queue.indexOf(task)
          if (place >= 0) queue.splice(place, 1)
          reject(reasonOf(signal))
        }
        const settle = (): void => signal?.removeEventListener('abort', abort)
        const task: Task = {
          // The table of calls ties name, input and output together; TypeScript cannot follow it through a generic.
          request: { id: nextId++, name, input } as Request,
          resolve: (output) => {
            settle()
            resolve(output)
          },
          reject: (error) => {
            settle()
            reject(error)
          },
        }
        if (closed) task.reject(new StudioError('closed', 'the studio was closed'))
        else if (signal?.aborted) task.reject(reasonOf(signal))
        else if (queue.length >= queueLength)
          task.reject(new StudioError('queue_full', 'too many calls are waiting'))
        else {
          signal?.addEventListener('abort', abort, { once: true })
          if (URGENT.has(name)) queue.unshift(task)
          else queue.push(task)
          work()
        }
      }),
    close: async () => {
      closed = true
      for (const task of queue.splice(0)) task.reject(new StudioError('closed', 'the studio was closed'))
      await Promise.all(
        [...running].map((thread) => {
          drop(thread, new StudioError('closed', 'the studio was closed'))
          return thread.worker.terminate()
        }),
      )
    },
  }
}

function reasonOf(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError')
}
