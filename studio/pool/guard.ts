import { workerData } from 'node:worker_threads'
import { clockMs, cpuMs, WATCHED } from './guarded.ts'
import type { GuardData } from './guarded.ts'
import { LATE_SIGNAL, SPENT_SIGNAL } from './messages.ts'

const INTERVAL_MS = 100

// The work may hold the process's main thread for good, and the parent may be gone: a thread of its own looks on.
const { parentPid, limits, watched } = workerData as GuardData
function look(): void {
  const end = (signal: NodeJS.Signals) => process.kill(process.pid, signal)
  const residentBytes = process.memoryUsage.rss()
  watched[WATCHED.peakBytes] = Math.max(watched[WATCHED.peakBytes] ?? 0, residentBytes)
  const isOrphan = parentPid !== null && process.ppid !== parentPid
  if (residentBytes > limits.memoryMaxBytes || isOrphan) end('SIGKILL')
  if (cpuMs() > (watched[WATCHED.endsAtCpuMs] ?? Infinity)) end(SPENT_SIGNAL)
  if (clockMs() > (watched[WATCHED.endsAtMs] ?? Infinity)) end(LATE_SIGNAL)
}
look()
setInterval(look, INTERVAL_MS)
