import { Worker } from 'node:worker_threads'
import type { Usage } from './messages.ts'

/** What a process that works on strangers' files is held to. */
export interface Limits {
  /** Its resident set at most. */
  memoryMaxBytes: number
  /** Processor time of all its threads that one call may use: what goes beyond it would go on for ever. */
  callCpuMs: number
  /** How long one call may take by the clock: far more, for a busy machine makes every call wait. */
  callTimeoutMs: number
}

/** What the guard is started with. */
export interface GuardData {
  /** Null: it outlives whoever started it. */
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

/** The same in every thread, milliseconds; no setting of the clock moves it. */
export function clockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** Has a thread look on, which ends this process where it goes beyond its limits, or its parent is gone. */
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
