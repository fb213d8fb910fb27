import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import { ChildArguments, Order } from './messages.ts'
import type { Attachment, CallTable, Handlers, Report, Usage } from './messages.ts'
import type { GuardData } from './guard.ts'

/** Makes this process a child of a pool: it answers what the parent asks, one call after the other, until it is killed. */
export function serve<Calls extends CallTable<Calls>>(handlers: Handlers<Calls>): void {
  // The parent alone ends it. An interrupt from the terminal reaches children too, and must not look like a crash.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  const usage = startGuard()
  const answer = createAnswer(handlers)
  let isFirst = true
  const tell = (report: Report): void => {
    // A parent that is gone hears nothing; 'disconnect' ends this process.
    process.send?.(report, () => undefined)
  }
  process.on('message', (message) => {
    answer(Order.parse(message))
      .then(
        (output) => tell({ kind: 'done', output, usage: usage() }),
        (error: unknown) => tell({ kind: 'failed', error: describe(error), usage: usage() }),
      )
      .finally(() => {
        // A killed process writes no cache at its end; by now what a call needs is compiled.
        if (isFirst) flushCompileCache()
        isFirst = false
      })
  })
  tell({ kind: 'ready' })
}

function createAnswer<Calls extends CallTable<Calls>>(
  handlers: Handlers<Calls>,
): (order: Order) => Promise<unknown> {
  // `call` ties a name to its input and attachment; what arrives here is of that name's types.
  const byName = new Map(Object.entries<(input: never, attachment: never) => unknown>(handlers))
  let held: Attachment | null = null
  return async ({ name, input, attachment }) => {
    const handler = byName.get(name)
    if (!handler) throw new Error(`there is no call ${name}`)
    if (attachment?.bytes) held = { key: attachment.key, bytes: attachment.bytes }
    if (attachment && attachment.key !== held?.key) throw new Error('the attachment was not sent')
    return await handler(input as never, (attachment && held) as never)
  }
}

function startGuard(): () => Usage {
  const [parentPid, memoryMaxBytes] = ChildArguments.parse(process.argv.slice(2))
  const peakKilobytes = new Uint32Array(new SharedArrayBuffer(4))
  const workerData: GuardData = { parentPid, memoryMaxBytes, peakKilobytes }
  new Worker(new URL('./guard.ts', import.meta.url), { workerData })
  return () => {
    const { user, system } = process.cpuUsage()
    return { cpuMs: (user + system) / 1000, peakMemoryBytes: (peakKilobytes[0] ?? 0) * 1024 }
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
