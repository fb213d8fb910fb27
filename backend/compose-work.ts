import { openEngine } from './compose-engine.ts'
import type { Config } from './config.ts'
import type { Features } from './feature-list.ts'
import { databaseTime } from './features/deadlines.ts'
import { workOf, type FeatureDeps } from './features/feature.ts'
import { areRefundsPaused, isPaused } from './features/pauses/pauses-service.ts'
import { createTrainings } from './features/training/training-service.ts'
import type { JobLog } from './jobs/handlers.ts'
import { createRunner } from './jobs/runner.ts'
import type { Metrics } from './providers/metrics/metrics-port.ts'
import { createSmtpMailer } from './providers/mail/smtp.ts'
import { createStudioEye } from './providers/studio/eye.ts'
import { createStudioFinishing } from './providers/studio/finishing.ts'
import { openStudio } from './providers/studio/open.ts'

/** The part of a process that runs jobs; a process that only answers calls never loads this file. */
export function openWork(deps: {
  features: Features
  ports: FeatureDeps
  config: Pick<Config, 'engines' | 'identity' | 'mail' | 'roles' | 'jobConcurrency'>
  log: JobLog
  metrics: Metrics
}) {
  const { features, ports, config, log, metrics } = deps
  const opened = openStudio(config.engines.studio)
  const { studio } = opened
  for (const [name, help, valueOf] of [
    ['studio_cpu_seconds', "Processor time of the studio's processes.", () => studio.usage().cpuMs / 1000],
    [
      'studio_peak_memory_bytes',
      'The highest sum of those that lived together.',
      () => studio.usage().peakMemoryBytes,
    ],
  ] as const) {
    metrics.watch({ name, help, labels: [], read: () => Promise.resolve([{ labels: {}, value: valueOf() }]) })
  }
  const { engine, ...hearing } = openEngine(config.engines, {
    ports,
    studio: opened,
    metrics,
    onError: (err) => log.error({ err, part: 'engine' }, 'a hook of an engine was not taken'),
  })
  const mailer = createSmtpMailer(config.mail)
  const work = workOf(features, {
    now: () => databaseTime(ports.database.queries),
    refundsPaused: () => areRefundsPaused(ports),
    engine,
    eye: createStudioEye(studio),
    finishing: createStudioFinishing(studio),
    mailer,
    verdictMs: config.identity.verdictMs,
    modelOf: createTrainings({ ...ports, engine }).modelOf,
    log,
    metrics,
  })
  const runner = createRunner({
    queue: ports.queue,
    ...work,
    log,
    metrics,
    isPaused: (name) => isPaused(ports.database.queries, name),
    roles: config.roles.works,
    concurrencyFactor: config.jobConcurrency,
  })
  return {
    queues: runner.queues,
    async start() {
      if (config.roles.works.has('studio')) await hearing.start()
      await runner.start()
    },
    /** Returns running jobs to the queue, then ends the studio. */
    async stop() {
      await runner.stop()
      await hearing.stop()
      mailer.close()
      await studio.close()
    },
  }
}
