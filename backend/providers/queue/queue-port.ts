import type { SQL } from 'drizzle-orm'

/** The part of the caller's open transaction that the queue needs. */
export interface QueueTransaction {
  execute(query: SQL): Promise<unknown>
}

/** How jobs of one name are run. */
export interface QueueDefinition {
  name: string
  /** Attempts after the first. */
  retryLimit: number
  /** Pause before the first retry; doubles with each, with jitter. */
  retryDelaySeconds: number
  /** Longest time one attempt may take; then it counts as failed. */
  expireSeconds: number
}

/** One delivery of a job. */
export interface Delivery {
  id: string
  payload: unknown
  /** The span that enqueued it, in W3C's form; undefined where nothing is traced. */
  traceparent: string | undefined
  /** 0 on the first attempt. */
  retryCount: number
  /** How long before this delivery the job was enqueued, by the database's clock. */
  ageSeconds: number
  /** No further attempt follows when this one throws. */
  isLastAttempt: boolean
  /** Aborts when the attempt has expired or its claim was lost. */
  signal: AbortSignal
}

export interface QueueDepth {
  name: string
  /** Jobs that could run now and do not yet. */
  waiting: number
  running: number
  /** How long the longest waiting of them could have run; 0 without any. */
  oldestSeconds: number
}

/** A job on record: queued, running, or ended within the last day. */
export interface RecordedJob {
  id: string
  name: string
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'
  retryCount: number
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
  /** Why the last attempt failed. */
  failure: string | null
}

/**
 * Durable jobs in the product's own database: enqueued in the transaction that changes the rows, delivered at
 * least once, to one worker at a time. A worker that dies gives its jobs back.
 */
export interface Queue {
  /** Prepares the queue; must come before the first `enqueue`. */
  start(definitions: readonly QueueDefinition[]): Promise<void>
  /**
   * Enqueues within `tx`: a rollback removes the job. `key` makes a repeat a no-op while a job of that name and key
   * waits or runs; returns whether a job was added. Of waiting jobs of a name the one with the lowest `turn` (0 unless told)
   * is delivered first, of several the oldest.
   */
  enqueue(
    tx: QueueTransaction,
    job: { name: string; key: string; payload: object; startAfterSeconds?: number; turn?: number },
  ): Promise<boolean>
  /** Delivers jobs of one name, `concurrency` at a time in this process. Throwing means: try again. */
  work(name: string, concurrency: number, handle: (delivery: Delivery) => Promise<void>): Promise<void>
  /**
   * Enqueues jobs of these names on a schedule (cron, UTC), once for all processes. Names scheduled before and absent
   * now are unscheduled, and their waiting jobs deleted.
   */
  schedule(crons: Readonly<Record<string, string>>): Promise<void>
  /** Counts of waiting and running jobs in all processes, by queue. Throws when the queue cannot be reached. */
  depths(): Promise<QueueDepth[]>
  /** Jobs whose payload has one of these values, or failed jobs of all or one of the queues; the earliest first. */
  find(sought: { about: readonly string[] } | { failed: string | null }): Promise<RecordedJob[]>
  /** Runs a failed job again, within `tx`; false when another one of its key waits or runs. */
  rerun(tx: QueueTransaction, job: Pick<RecordedJob, 'name' | 'id'>): Promise<boolean>
  /** Ends the pause before the next attempt of jobs whose payload has one of these values, within `tx`. */
  hasten(tx: QueueTransaction, about: readonly string[]): Promise<void>
  /**
   * Puts a delivered job back for so long; the delivery does not count as an attempt. One whose job another worker has by now
   * changes nothing.
   */
  postpone(delivery: Pick<Delivery, 'id' | 'retryCount'> & { name: string }, seconds: number): Promise<void>
  /** Stops delivering and gives running attempts `graceMs` to end; what still runs then is given back. */
  stop(graceMs: number): Promise<void>
}
