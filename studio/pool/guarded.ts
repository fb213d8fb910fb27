import { Worker } from 'node:worker_threads'
import type { Usage } from './messages.ts'

/** Limits for a process that works on untrusted files. */
export interface Limits {
  /** Largest resident set. */
  memoryMaxBytes: number
  /** Processor time of all its threads that one call may use: a call beyond it would never end. */
  callCpuMs: number
  /** Wall-clock time one call may take: far more, because a busy machine makes every call wait. */
  callTimeoutMs: number
}

/** What the guard is started with. */
export interface GuardData {
  /** Null: the process outlives its starter. */
  parentPid: number | null
  limits: Limits
  watched: Float64Array
}

/**
 * What both threads see, by place: the highest resident set seen, bytes; and by what processor time and what instant the
 * call that runs has to end, milliseconds, infinite while none does.
 */
export const WATCHED = { peakBytes: 0, endsAtCpuMs: 1, endsAtMs: 2 } as const

/** Processor time of all threads of this process, milliseconds. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Monotonic milliseconds, the same in every thread; changes of the system's time do not move it. */
export function clockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** Starts a thread that ends this process when it exceeds its limits, or its parent is gone. */
export function startGuard(parentPid: number | null, limits: Limits) {
  const watched = new Float64Array(new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT))
  const watch = (endsAtCpuMs: number, endsAtMs: number): void => watched.set([endsAtCpuMs, endsAtMs], 1)
  watch(Infinity, Infinity)
  const workerData: GuardData = { parentPid, limits, watched }
  new Worker(new URL('./guard.ts', import.meta.url), { workerData })
  return {
    /** Within the limits of one call. */
    call: async <T>(work: () => T): Promise<Awaited<T>> => {
      watch(cpuMs() + limits.callCpuMs, clockMs() + limits.callTimeoutMs)
      try {
        return await work()
      } finally {
        watch(Infinity, Infinity)
      }
    },
    usage: (): Usage => ({ cpuMs: cpuMs(), peakMemoryBytes: watched[WATCHED.peakBytes] ?? 0 }),
  }
}
