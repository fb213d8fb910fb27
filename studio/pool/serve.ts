import { flushCompileCache } from 'node:module'
import { startGuard } from './guarded.ts'
import type { Limits } from './guarded.ts'
import { Order } from './messages.ts'
import type { Handlers, Report } from './messages.ts'

const [, , parentPid = '', limits = ''] = process.argv

/** Makes this process a child of a pool: it answers the parent's orders, one after the other, until it is killed. */
export function serve(handlers: Handlers): void {
  // Only the parent ends it. A terminal's interrupt reaches children too, and must not look like a crash.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  const answer = createAnswer(handlers, Number(parentPid))
  let isFirst = true
  const tell = (report: Report): void => {
    // A parent that is gone receives nothing; 'disconnect' ends this process.
    process.send?.(report, () => undefined)
  }
  process.on('message', (message) => {
    void answer(message).then((report) => {
      tell(report)
      // A killed process writes no compile cache; after the first call the needed code is compiled.
      if (isFirst) flushCompileCache()
      isFirst = false
    })
  })
  tell({ kind: 'ready' })
}

/**
 * Answers orders in a process started by `startChild`, within its limits.
 * @param guardedPid the process whose end ends this one; null: this process outlives its starter
 */
export function createAnswer(handlers: Handlers, guardedPid: number | null) {
  // `startChild` passed the limits as an argument.
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
