import type { JobName, JobPayload } from './catalogue.ts'

/** What jobs need of a log. */
export interface JobLog {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  error(details: object, message: string): void
}

export interface JobHandler<P> {
  /** Idempotent; throwing means: try again later. */
  run: (payload: P, signal: AbortSignal) => Promise<void>
  /** Called after the last failed attempt, with its error: ends the work, so that no user waits for ever. */
  giveUp: (payload: P, error: unknown) => Promise<void>
}

/** One handler per job; leaving one out does not compile. */
export type JobHandlers = { [N in JobName]: JobHandler<JobPayload<N>> }
