import { flushCompileCache } from 'node:module'
import { startGuard } from './guarded.ts'
import type { Limits } from './guarded.ts'
import { Order } from './messages.ts'
import type { Handlers, Report } from './messages.ts'

const [, , parentPid = '', limits = ''] = process.argv

/** Makes this process a child of a pool: it answers what the parent asks, one call after the other, until it is killed. */
export function serve(handlers: Handlers): void {
  // The parent alone ends it. An interrupt from the terminal reaches children too, and must not look like a crash.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  const answer = answering(handlers, Number(parentPid))
  let isFirst = true
  const tell = (report: Report): void => {
    // A parent that is gone hears nothing; 'disconnect' ends this process.
    process.send?.(report, () => undefined)
  }
  process.on('message', (message) => {
    void answer(message).then((report) => {
      tell(report)
      // A killed process writes no cache at its end; by now what a call needs is compiled.
      if (isFirst) flushCompileCache()
      isFirst = false
    })
  })
  tell({ kind: 'ready' })
}

/**
 * How a process that `startChild` started does what it is asked, within its limits.
 * @param guardedPid of the process whose end is its end; null: it outlives whoever started it
 */
export function answering(handlers: Handlers, guardedPid: number | null) {
  // `startChild` wrote them.
  const guard = startGuard(guardedPid, JSON.parse(limits) as Limits)
  return async (message: unknown): Promise<Exclude<Report, { kind: 'ready' }>> => {
    try {
      const { name, input } = Order.parse(message)
      // The calls are typed by these same handlers.
      const output = await guard.call(() => handlers[name]?.(...(input as never[])))
      return { kind: 'done', output, usage: guard.usage() }
    } catch (error) {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
      return { kind: 'failed', error: words, usage: guard.usage() }
    }
  }
}
