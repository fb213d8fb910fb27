import { workerData } from 'node:worker_threads'

/** What the guard is started with. */
export interface GuardData {
  parentPid: number
  memoryMaxBytes: number
  /** The highest resident set seen, kilobytes. */
  peakKilobytes: Uint32Array
}

const INTERVAL_MS = 100

// The work may hold the process's main thread for good, and the parent may be gone: a thread of its own looks on.
const { parentPid, memoryMaxBytes, peakKilobytes } = workerData as GuardData
function look(): void {
  const residentBytes = process.memoryUsage.rss()
  peakKilobytes[0] = Math.max(peakKilobytes[0] ?? 0, residentBytes / 1024)
  if (residentBytes > memoryMaxBytes || process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL')
}
look()
setInterval(look, INTERVAL_MS)
