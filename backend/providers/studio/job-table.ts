import { UnavailableError } from '../outage/unavailable-error.ts'
import type { EngineJob, EngineJobId } from '#backend/providers/engine/engine-port.ts'

/** Ended jobs that are remembered; older ones are `lost`, as after a restart. */
const REMEMBERED = 32

type Running = Pick<Extract<EngineJob<unknown>, { state: 'running' }>, 'stage' | 'fraction'>

export interface JobTable<Output> {
  /** Starts `work` unless a job of this id is under way or has succeeded. The job's id is the one given. */
  submit(
    id: EngineJobId,
    work: (signal: AbortSignal, report: (running: Running) => void) => Promise<Output>,
  ): void
  /** @throws UnavailableError once, where the work needed a service that is away: the job is `lost` from then on */
  poll(id: EngineJobId): Promise<EngineJob<Output>>
  nextChange(id: EngineJobId, signal: AbortSignal): Promise<void>
  cancel(id: EngineJobId): void
}

interface Entry<Output> {
  job: EngineJob<Output>
  controller: AbortController
  /** The outage that its work met, thrown at the next poll. */
  away?: UnavailableError
  /** Callers waiting for the next change. */
  waiting: Set<() => void>
}

/**
 * The jobs of an engine that works in this process: they end with it, and are `lost` after it.
 * @param failureOf maps an error of the work to the failure that a poll returns
 */
export function createJobTable<Output>(
  failureOf: (error: unknown) => Extract<EngineJob<Output>, { state: 'failed' | 'refused' }>,
): JobTable<Output> {
  const entries = new Map<EngineJobId, Entry<Output>>()

  const change = (entry: Entry<Output>, job: EngineJob<Output>): void => {
    if (isOver(entry.job)) return
    entry.job = job
    for (const wake of entry.waiting) wake()
    if (isOver(job)) forgetOldest()
  }

  const forgetOldest = (): void => {
    const over = [...entries].filter(([, { job }]) => isOver(job))
    for (const [id] of over.slice(0, Math.max(0, over.length - REMEMBERED))) entries.delete(id)
  }

  return {
    submit(id, work) {
      const known = entries.get(id)
      if (known && (known.job.state === 'succeeded' || !isOver(known.job))) return
      // Taken out first, so that the order of the map is the order of starting.
      entries.delete(id)
      const controller = new AbortController()
      const entry: Entry<Output> = { job: { state: 'queued' }, controller, waiting: new Set() }
      entries.set(id, entry)
      work(controller.signal, (running) => change(entry, { state: 'running', ...running })).then(
        (output) => change(entry, { state: 'succeeded', output }),
        (error: unknown) => {
          if (error instanceof UnavailableError) {
            entry.away = error
            change(entry, { state: 'lost' })
          } else change(entry, failureOf(error))
        },
      )
    },
    poll(id) {
      const entry = entries.get(id)
      if (!entry) return Promise.resolve({ state: 'lost' })
      if (!entry.away) return Promise.resolve(entry.job)
      entries.delete(id)
      return Promise.reject(entry.away)
    },
    async nextChange(id, signal) {
      signal.throwIfAborted()
      const entry = entries.get(id)
      if (!entry || isOver(entry.job)) return
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          entry.waiting.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        entry.waiting.add(wake)
        signal.addEventListener('abort', wake)
      })
      signal.throwIfAborted()
    },
    cancel(id) {
      const entry = entries.get(id)
      if (!entry) return
      change(entry, { state: 'canceled' })
      entry.controller.abort(new Error(`job ${id} was canceled`))
    },
  }
}

function isOver({ state }: EngineJob<unknown>): boolean {
  return state !== 'queued' && state !== 'running'
}
