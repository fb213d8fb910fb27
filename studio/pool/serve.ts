import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import { Order } from './messages.ts'
import type { Handlers, Report, Usage } from './messages.ts'
import type { GuardData } from './guard.ts'

/** Makes this process a child of a pool: it answers what the parent asks, one call after the other, until it is killed. */
export function serve(handlers: Handlers): void {
  // The parent alone ends it. An interrupt from the terminal reaches children too, and must not look like a crash.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  const usage = startGuard()
  let isFirst = true
  const answer = async (message: unknown): Promise<Report> => {
    try {
      const { name, input } = Order.parse(message)
      // The parent's calls are typed by these same handlers.
      return { kind: 'done', output: await handlers[name]?.(...(input as never[])), usage: usage() }
    } catch (error) {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
      return { kind: 'failed', error: words, usage: usage() }
    }
  }
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

function startGuard(): () => Usage {
  const [parentPid = 0, memoryMaxBytes = 0] = process.argv.slice(2).map(Number)
  const peakKilobytes = new Uint32Array(new SharedArrayBuffer(4))
  const workerData: GuardData = { parentPid, memoryMaxBytes, peakKilobytes }
  new Worker(new URL('./guard.ts', import.meta.url), { workerData })
  return () => {
    const { user, system } = process.cpuUsage()
    return { cpuMs: (user + system) / 1000, peakMemoryBytes: (peakKilobytes[0] ?? 0) * 1024 }
  }
}
