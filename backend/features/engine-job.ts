import type { Engine, EngineJob, EngineJobId } from '#backend/providers/engine/engine-port.ts'

/** An engine's job ended without a result; `selfies_unusable` will not get better. */
export class EngineJobError extends Error {
  override readonly name = 'EngineJobError'
  readonly code: 'selfies_unusable' | 'engine_failed'

  constructor(code: EngineJobError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface EngineJobOrder<Output> {
  /** The job stored by an earlier attempt, if any. */
  storedId: EngineJobId | null
  submit: () => Promise<EngineJobId>
  poll: (jobId: EngineJobId) => Promise<EngineJob<Output>>
  /** Stores the job's id before the job is waited on; null when the job has become useless. */
  store: (jobId: EngineJobId | null) => Promise<void>
  onRunning?: (job: Extract<EngineJob<Output>, { state: 'running' }>) => void
  /** Ends the waiting, never the job. */
  signal: AbortSignal
}

/**
 * Waits for an engine job to its end: polls an earlier attempt's job first, and submits only a lost one, or the
 * first.
 * @throws EngineJobError when it failed, was canceled, or was lost right after it was submitted
 */
export async function finishEngineJob<Output>(
  engine: Pick<Engine, 'nextChange'>,
  { storedId, submit, poll, store, onRunning, signal }: EngineJobOrder<Output>,
): Promise<Output> {
  let jobId = storedId
  let isSubmitted = false
  for (;;) {
    signal.throwIfAborted()
    const job: EngineJob<Output> = jobId === null ? { state: 'lost' } : await poll(jobId)
    if (job.state === 'succeeded') return job.output
    if (job.state === 'failed' || job.state === 'canceled' || (job.state === 'lost' && isSubmitted)) {
      await store(null)
      if (job.state === 'failed') throw new EngineJobError(job.code, job.message)
      throw new EngineJobError('engine_failed', `the engine's job ${jobId} was ${job.state}`)
    }
    if (job.state === 'lost' || jobId === null) {
      jobId = await submit()
      isSubmitted = true
      await store(jobId)
      continue
    }
    if (job.state === 'running') onRunning?.(job)
    await engine.nextChange(jobId, { signal })
  }
}
