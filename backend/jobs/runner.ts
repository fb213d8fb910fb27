import { propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import type { EndedJob, Metrics } from '#backend/providers/metrics/metrics-port.ts'
import { isDatabaseUnavailable } from '#backend/providers/database/database-port.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import type { Delivery, Queue, QueueDefinition } from '#backend/providers/queue/queue-port.ts'
import {
  JOB_NAMES,
  jobs,
  RECONCILIATION,
  WAITING_MAX_MS,
  type JobDefinition,
  type JobName,
  type WorkRole,
} from './catalogue.ts'
import type { JobHandler, JobHandlers, JobLog } from './handlers.ts'

const tracer = trace.getTracer('jobs')
const STOP_GRACE_MS = 8_000
/** How often a job of a paused queue is looked at again. */
const PAUSED_SECONDS = 15
/**
 * How soon a job is tried again that met a service which is away: the sooner, the younger it is, so that one that cannot go on
 * leaves the others their turn.
 */
const AWAY_SECONDS = { least: 5, most: 300, ofAge: 1 / 20 } as const
/**
 * Their jobs try a few times within seconds, for what a customer waits for. As long as paid work may wait, an attempt that met a
 * service which is away counts for nothing. Jobs of other roles try for hours, or end with a person who looks.
 */
const WAITING_ROLES: ReadonlySet<WorkRole> = new Set(['checks', 'studio'])
const EVERY_MINUTE = '* * * * *'

const queueOf = (name: string, definition: JobDefinition): QueueDefinition => ({
  name,
  retryLimit: definition.retryLimit,
  retryDelaySeconds: definition.retryDelaySeconds,
  expireSeconds: definition.deadlineSeconds,
})

/** Queue settings of every job that is enqueued by other code. */
export const QUEUE_DEFINITIONS = JOB_NAMES.map((name) => queueOf(name, jobs[name]))

const reconciliationName = (rows: string) => `reconcile-${rows}`

interface RunnableJob {
  name: string
  definition: JobDefinition
  handler: JobHandler<object>
}

/** Runs jobs in this process until it is stopped. */
export function createRunner(deps: {
  queue: Queue
  handlers: JobHandlers
  /** By the kind of row. Each is a job of its own every minute: one that hangs delays no other. */
  reconciliations: Readonly<Record<string, JobHandler<object>>>
  /** Schedules of the jobs that no code enqueues, in cron. */
  schedule: Partial<Record<JobName, string>>
  /** Which jobs this process runs; the schedule is kept by `clock`. */
  roles: ReadonlySet<WorkRole>
  /** How many times the catalogue's number of jobs run at a time. */
  concurrencyFactor: number
  /** Whether an operator paused the queue of this name. */
  isPaused: (name: string) => Promise<boolean>
  log: JobLog
  metrics: Pick<Metrics, 'jobEnded' | 'failed'>
}) {
  const { queue, handlers, reconciliations, schedule, roles, concurrencyFactor, isPaused, log, metrics } =
    deps
  const shutdown = new AbortController()
  const reconciling = Object.entries(reconciliations).map(([rows, handler]): RunnableJob => ({
    name: reconciliationName(rows),
    definition: RECONCILIATION,
    handler,
  }))
  const runnable = [
    ...JOB_NAMES.map((name): RunnableJob => {
      // Sound by construction: the payload is parsed by the definition of the same name.
      return { name, definition: jobs[name], handler: handlers[name] as JobHandler<object> }
    }),
    ...reconciling,
  ].filter(({ definition }) => roles.has(definition.role))
  const concurrencyOf = ({ role, concurrency }: JobDefinition) =>
    role === 'clock' ? concurrency : concurrency * concurrencyFactor

  const deliver = async ({ name, definition, handler }: RunnableJob, delivery: Delivery): Promise<void> => {
    if (await isPaused(name)) return queue.postpone({ ...delivery, name }, PAUSED_SECONDS)
    const parsed = definition.payload.safeParse(delivery.payload)
    // A payload of another version may lack fields: the job cannot run, and after the last attempt it is given up.
    const payload: object = parsed.success ? parsed.data : asObject(delivery.payload)
    const signal = AbortSignal.any([
      shutdown.signal,
      delivery.signal,
      AbortSignal.timeout(definition.deadlineSeconds * 1000),
    ])
    const startedAt = Date.now()
    const ended = (outcome: EndedJob['outcome']) =>
      metrics.jobEnded({ name, outcome, seconds: (Date.now() - startedAt) / 1000 })
    const about = { job: name, ...payload, attempt: delivery.retryCount + 1 }
    log.debug(about, 'job begun')
    try {
      if (!parsed.success) throw parsed.error
      await handler.run(payload, signal)
      ended('done')
      log.info({ ...about, ms: Date.now() - startedAt }, 'job done')
    } catch (error) {
      const mayWait = WAITING_ROLES.has(definition.role) && delivery.ageSeconds * 1000 < WAITING_MAX_MS
      if (!shutdown.signal.aborted && mayWait && isAway(error)) {
        ended('given_back')
        metrics.failed(error)
        log.error({ ...about, ms: Date.now() - startedAt, err: error }, 'job postponed: a service is away')
        return queue.postpone({ ...delivery, name }, pauseAt(delivery.ageSeconds))
      }
      ended(shutdown.signal.aborted ? 'given_back' : 'failed')
      // A job interrupted by a shutdown continues in the next process, and is not logged as failed.
      if (!shutdown.signal.aborted) {
        metrics.failed(error)
        log.error({ ...about, ms: Date.now() - startedAt, err: error }, 'job failed')
        if (delivery.isLastAttempt) await handler.giveUp(payload, error)
      }
      throw error
    }
  }

  return {
    /** Queue settings of the reconciliations, which the queue has to know before `start`. */
    queues: reconciling.map(({ name, definition }) => queueOf(name, definition)),

    async start(): Promise<void> {
      for (const job of runnable)
        await queue.work(job.name, concurrencyOf(job.definition), (delivery) =>
          inSpan(job.name, delivery, () => deliver(job, delivery)),
        )
      if (!roles.has('clock')) return
      await queue.schedule({
        ...schedule,
        ...Object.fromEntries(reconciling.map(({ name }) => [name, EVERY_MINUTE])),
      })
    },
    /** Cuts running jobs off at their next safe point and gives them back. */
    async stop(): Promise<void> {
      shutdown.abort(new Error('the process is stopping'))
      await queue.stop(STOP_GRACE_MS)
    },
  }
}

/** The attempt as a span of the trace that enqueued the job. */
function inSpan(
  name: string,
  { id, retryCount, traceparent }: Delivery,
  work: () => Promise<void>,
): Promise<void> {
  const attributes = { 'messaging.message.id': id, 'job.attempt': retryCount + 1 }
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent })
  return tracer.startActiveSpan(name, { kind: SpanKind.CONSUMER, attributes }, parent, async (span: Span) => {
    try {
      await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

function pauseAt(ageSeconds: number): number {
  const { least, most, ofAge } = AWAY_SECONDS
  return Math.round(Math.min(most, Math.max(least, ageSeconds * ofAge)))
}

const isAway = (error: unknown): boolean => error instanceof UnavailableError || isDatabaseUnavailable(error)

function asObject(payload: unknown): object {
  return typeof payload === 'object' && payload !== null ? payload : {}
}
