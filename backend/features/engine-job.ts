import type { Engine, EngineJob, EngineJobId } from '#backend/providers/engine/engine-port.ts'

/** An engine's job ended without a result; `selfies_unusable` and `refused` will not get better. */
export class EngineJobError extends Error {
  override readonly name = 'EngineJobError'
  readonly code: 'selfies_unusable' | 'engine_failed' | 'refused'

  constructor(code: EngineJobError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface EngineJobOrder<Output> {
  /** The id of the order that `submit` sends. */
  id: EngineJobId
  /** The job stored by an earlier attempt, if any. */
  storedId: EngineJobId | null
  submit: () => Promise<void>
  poll: (jobId: EngineJobId) => Promise<EngineJob<Output>>
  /** Stores the job's id before the job is submitted; null when the job has become useless. */
  store: (jobId: EngineJobId | null) => Promise<void>
  onRunning?: (job: Extract<EngineJob<Output>, { state: 'running' }>) => void
  /** Ends the waiting, never the job. */
  signal: AbortSignal
}

/**
 * Waits for an engine job to its end: polls an earlier attempt's job first, and submits only the first one, one that was lost,
 * or one that is unknown and overdue, which is paid again knowingly.
 * @throws EngineJobError when it failed, was canceled or refused, or was lost or overdue once more after it was submitted
 */
export async function finishEngineJob<Output>(
  engine: Pick<Engine, 'nextChange' | 'abandon'>,
  { id, storedId, submit, poll, store, onRunning, signal }: EngineJobOrder<Output>,
): Promise<Output> {
  let jobId = storedId
  let isSubmitted = false
  let isRepeated = false
  for (;;) {
    signal.throwIfAborted()
    const job: EngineJob<Output> = jobId === null ? { state: 'lost' } : await poll(jobId)
    if (job.state === 'succeeded') return job.output
    const isOverdue = job.state === 'unknown' && job.isOverdue
    const isGone = (job.state === 'lost' && isSubmitted) || (isOverdue && isRepeated)
    if (job.state === 'failed' || job.state === 'canceled' || job.state === 'refused' || isGone) {
      await store(null)
      if (job.state === 'failed') throw new EngineJobError(job.code, job.message)
      if (job.state === 'refused') throw new EngineJobError('refused', job.message)
      throw new EngineJobError('engine_failed', `the engine's job ${jobId} was ${job.state}`)
    }
    if (jobId !== null && isOverdue) {
      await engine.abandon(jobId)
      isRepeated = true
    }
    if (jobId === null || job.state === 'lost' || isOverdue) {
      jobId = id
      await store(jobId)
      await submit()
      isSubmitted = true
      continue
    }
    if (job.state === 'running') onRunning?.(job)
    await engine.nextChange(jobId, { signal })
  }
}
