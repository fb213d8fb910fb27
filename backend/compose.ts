import { tmpdir } from 'node:os'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { operatorEndpoints } from '#contract/operators.ts'
import { openPorts } from './compose-ports.ts'
import type { Config } from './config.ts'
import { createFeatures } from './feature-list.ts'
import { loadSample } from './features/directory/sample-directory.ts'
import { handlersOf } from './features/feature.ts'
import { operatorHandlers } from './features/operators/operators-feature.ts'
import { createHandoffs } from './features/phone-upload/phone-upload-service.ts'
import { createSharing } from './features/sharing/sharing-service.ts'
import { ADMISSION_RULES, createAdmission } from './http/admission.ts'
import { createApp } from './http/app.ts'
import { serve } from './http/call.ts'
import { createHealth } from './http/health.ts'
import { createOperations } from './http/operations.ts'
import { watchDisks, watchProduct } from './http/metric-values.ts'
import { QUEUE_DEFINITIONS } from './jobs/runner.ts'
import { SchemaMissingError, untilReachable } from './providers/database/database-port.ts'
import { createMemoryLimiter } from './providers/limiter/memory.ts'
import { createPostgresLimiter } from './providers/limiter/postgres.ts'
import { createPrometheusMetrics } from './providers/metrics/prometheus.ts'

export interface Backend {
  /** Absent in a process that only works. */
  app: FastifyInstance | undefined
  /** Health and metrics; answers until everything else has ended. */
  operations: FastifyInstance
  /** Stops taking jobs, returns running ones to the queue, closes everything. */
  close(): Promise<void>
}

/** Storage counts as ready when it can answer that this key has no file. */
const ABSENT_KEY = 'health/absent'

/**
 * Chooses the implementation of each port; starts them in the order they need each other. A database that is away is
 * waited for until `signal` aborts.
 */
export async function compose(
  config: Config,
  logger: FastifyBaseLogger,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Backend> {
  const runsJobs = config.roles.works.size > 0
  const onError = (part: string) => (err: Error) => logger.error({ err, part }, 'background error')

  const waiting = {
    signal,
    onWaiting: (err: unknown) =>
      err instanceof SchemaMissingError
        ? logger.warn({ part: 'database' }, err.message)
        : logger.warn({ err, part: 'database' }, 'the database is away: it is waited for'),
  }
  const { ports, database, queue, signedFiles, ...opened } = await openPorts(config, {
    waiting,
    onError,
    ...(config.isProduction && {
      onBucketWarning: (words, err) => logger.warn({ err, part: 'storage' }, words),
    }),
    supervise: runsJobs,
    schedule: config.roles.works.has('clock'),
  })

  const metrics = createPrometheusMetrics()
  watchProduct(metrics, { queue, database })
  watchDisks(metrics, {
    work: tmpdir(),
    ...(config.storage.kind === 'files' ? { data: config.storage.dataDir } : {}),
  })
  const health = createHealth({
    checks: {
      database: () => database.ping(),
      queue: () => queue.depths(),
      storage: () => ports.storage.get(ABSENT_KEY),
    },
  })
  const operations = createOperations({ health, metrics, logger })

  const features = createFeatures(ports)
  // A process that only answers calls never loads an engine.
  const work = runsJobs
    ? (await import('./compose-work.ts')).openWork({ features, ports, config, log: logger, metrics })
    : undefined
  const queues = [...QUEUE_DEFINITIONS, ...(work?.queues ?? [])]
  await untilReachable(() => queue.start(queues), waiting)
  if (config.database.kind === 'pglite') await loadSample({ database })
  await work?.start()

  const handoffs = createHandoffs(ports)
  const sharing = createSharing(ports)
  const limiter =
    config.database.kind === 'pglite'
      ? createMemoryLimiter(ADMISSION_RULES)
      : await createPostgresLimiter({
          ...waiting,
          url: config.database.url,
          rules: ADMISSION_RULES,
          onError: (err) => logger.error({ err, part: 'limiter' }, 'calls are counted by this process alone'),
        })
  const app = !config.roles.answers
    ? undefined
    : await createApp({
        calls: [
          ...serve(endpoints, handlersOf(features)),
          // Without a secret or a list the calls of operators do not exist.
          ...(config.http.operatorSecrets.length + config.http.operators.length === 0
            ? []
            : serve(operatorEndpoints, operatorHandlers(ports))),
        ],
        admit: createAdmission({
          identity: opened.identity,
          verifyHandoff: (token) => handoffs.verifySession(token),
          verifyShare: (token) => sharing.verifyShareToken(token),
          limiter,
          gatewaySecrets: config.http.gatewaySecrets,
          operatorSecrets: config.http.operatorSecrets,
          operators: config.http.operators,
        }),
        ...(signedFiles && { signedFiles }),
        health,
        metrics,
        isBrowsable: !config.isProduction,
        siteUrl: config.http.siteUrl,
        publicUrl: config.http.publicUrl,
        logger,
      })

  return {
    app,
    operations,
    async close() {
      health.stop()
      await app?.close()
      if (work) await work.stop()
      else await queue.stop(0)
      await limiter.close()
      await opened.close()
      await operations.close()
    },
  }
}
