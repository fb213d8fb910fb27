import type { EndedJob, Metrics } from '#backend/providers/metrics/port.ts'
import type { Delivery, Queue } from '#backend/providers/queue/port.ts'
import { JOB_NAMES, jobs, type JobName } from './catalogue.ts'
import type { JobHandler, JobHandlers, JobLog } from './handlers.ts'

const STOP_GRACE_MS = 8_000
const EVERY_MINUTE = '* * * * *'
const EVERY_HOUR = '7 * * * *'
const EVERY_TEN_MINUTES = '*/10 * * * *'
const EVERY_NIGHT = '17 3 * * *'
const EVERY_EVENING = '5 17 * * *'

/** Queue settings of every job. */
export const QUEUE_DEFINITIONS = JOB_NAMES.map((name) => {
  const { retryLimit, retryDelaySeconds, deadlineSeconds } = jobs[name]
  return { name, retryLimit, retryDelaySeconds, expireSeconds: deadlineSeconds }
})

/** Runs jobs in this process until it is stopped. */
export function createRunner(deps: {
  queue: Queue
  handlers: JobHandlers
  log: JobLog
  metrics: Pick<Metrics, 'jobEnded'>
}) {
  const { queue, handlers, log, metrics } = deps
  const shutdown = new AbortController()

  const deliver = async (name: JobName, delivery: Delivery): Promise<void> => {
    // Sound by construction: the payload is parsed by the definition of the same name.
    const handler = handlers[name] as JobHandler<unknown>
    const payload = jobs[name].payload.parse(delivery.payload)
    const signal = AbortSignal.any([
      shutdown.signal,
      delivery.signal,
      AbortSignal.timeout(jobs[name].deadlineSeconds * 1000),
    ])
    const startedAt = Date.now()
    const ended = (outcome: EndedJob['outcome']) =>
      metrics.jobEnded({ name, outcome, seconds: (Date.now() - startedAt) / 1000 })
    const about = { job: name, ...payload, attempt: delivery.retryCount + 1 }
    log.debug(about, 'job begun')
    try {
      await handler.run(payload, signal)
      ended('done')
      log.info({ ...about, ms: Date.now() - startedAt }, 'job done')
    } catch (error) {
      ended(shutdown.signal.aborted ? 'given_back' : 'failed')
      // What a shutdown cuts off goes on in the next process; it is no failure.
      if (!shutdown.signal.aborted) {
        log.error({ ...about, ms: Date.now() - startedAt, err: error }, 'job failed')
        if (delivery.isLastAttempt) await handler.giveUp(payload)
      }
      throw error
    }
  }

  return {
    async start(): Promise<void> {
      for (const name of JOB_NAMES) {
        await queue.work(name, jobs[name].concurrency, (delivery) => deliver(name, delivery))
      }
      await queue.schedule('reconcile' satisfies JobName, EVERY_MINUTE)
      await queue.schedule('sweep-files' satisfies JobName, EVERY_TEN_MINUTES)
      await queue.schedule('reconcile-payments' satisfies JobName, EVERY_NIGHT)
      await queue.schedule('summarize-votes' satisfies JobName, EVERY_EVENING)
      await queue.schedule('expire-data' satisfies JobName, EVERY_HOUR)
    },
    /** Cuts running jobs off at their next safe point and gives them back. */
    async stop(): Promise<void> {
      shutdown.abort(new Error('the process is stopping'))
      await queue.stop(STOP_GRACE_MS)
    },
  }
}
