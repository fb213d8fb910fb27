import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Config } from './config.ts'
import { createFeatures } from './feature-list.ts'
import { loadSample } from './features/directory/sample-directory.ts'
import { handlersOf, type FeatureDeps } from './features/feature.ts'
import { createHandoffs } from './features/phone-upload/phone-upload-service.ts'
import { createSharing } from './features/sharing/sharing-service.ts'
import { ADMISSION_RULES, createAdmission } from './http/admission.ts'
import { createApp } from './http/app.ts'
import { serve } from './http/call.ts'
import { createHealth } from './http/health.ts'
import { createOperations } from './http/operations.ts'
import { watchProduct } from './http/metric-values.ts'
import { QUEUE_DEFINITIONS } from './jobs/runner.ts'
import { createNoAnalytics } from './providers/analytics/off.ts'
import type { Analytics } from './providers/analytics/analytics-port.ts'
import { createPgliteDatabase } from './providers/database/pglite.ts'
import { untilReachable, type Database } from './providers/database/database-port.ts'
import { createPostgresDatabase, type PostgresOptions } from './providers/database/postgres.ts'
import { createFirebaseIdentity } from './providers/identity/firebase.ts'
import { createMemoryLimiter } from './providers/limiter/memory.ts'
import { createPostgresLimiter } from './providers/limiter/postgres.ts'
import { createPrometheusMetrics } from './providers/metrics/prometheus.ts'
import { createClosedGateway } from './providers/payments/closed.ts'
import { createFreeGateway } from './providers/payments/free.ts'
import { createStripeGateway } from './providers/payments/stripe.ts'
import { createPgBossQueue, type PgBossConnection } from './providers/queue/pg-boss.ts'
import { createC2paSigner } from './providers/signer/c2pa.ts'
import { openOwnCertificate } from './providers/signer/own-certificate.ts'
import type { Signer } from './providers/signer/signer-port.ts'
import { createFileStorage } from './providers/storage/files.ts'
import type { SignedFiles, Storage } from './providers/storage/storage-port.ts'
import { createS3Storage } from './providers/storage/s3.ts'
import { studioOutlook } from './providers/studio/outlook.ts'

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
 * Which implementation stands behind each port; starts them in the order they need each other. A database that is away is
 * waited for until `signal` aborts.
 */
export async function compose(
  config: Config,
  logger: FastifyBaseLogger,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Backend> {
  const runsJobs = config.role !== 'api'
  const onError = (part: string) => (err: Error) => logger.error({ err, part }, 'background error')

  const waiting = {
    signal,
    onWaiting: (err: unknown) =>
      logger.warn({ err, part: 'database' }, 'the database is away: it is waited for'),
  }
  const { database, queueConnection } = await openDatabase(config, onError('database'), waiting)
  const { storage, signedFiles, closeStorage } = await openStorage(config)
  const queue = createPgBossQueue({
    connection: queueConnection,
    supervise: runsJobs,
    onError: onError('queue'),
  })

  const metrics = createPrometheusMetrics()
  watchProduct(metrics, { queue, database })
  const health = createHealth({
    checks: {
      database: () => database.ping(),
      queue: () => queue.depths(),
      storage: () => storage.get(ABSENT_KEY),
    },
  })
  const operations = createOperations({ health, metrics, logger })

  const gateways = {
    free: createFreeGateway(),
    credits: createFreeGateway(),
    stripe:
      config.payments.kind === 'stripe'
        ? createStripeGateway(config.payments)
        : createClosedGateway('PAYMENTS=none: nothing can be paid'),
  }
  const signer = await openSigner(config.signer)
  const identity = await createFirebaseIdentity(config.identity)
  const analytics = await openAnalytics(config.analytics, onError('analytics'))
  const ports: FeatureDeps = {
    database,
    queue,
    storage,
    signer,
    identity,
    analytics,
    gateways,
    engine: studioOutlook,
    siteUrl: config.http.siteUrl,
    charges: config.payments.kind === 'stripe',
    refundsPaused: config.refundsPaused,
    seller: config.seller,
  }
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
  const app =
    config.role === 'worker'
      ? undefined
      : await createApp({
          calls: serve(endpoints, handlersOf(features)),
          admit: createAdmission({
            identity,
            verifyHandoff: (token) => handoffs.verifySession(token),
            verifyShare: (token) => sharing.verifyShareToken(token),
            limiter,
            gatewaySecret: config.http.gatewaySecret,
          }),
          ...(signedFiles && { signedFiles }),
          ...{ health, metrics, isBrowsable: !config.isProduction },
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
      await analytics.close()
      closeStorage()
      await database.close()
      await operations.close()
    },
  }
}

/** Loads the SDK only where events are sent. */
async function openAnalytics(
  config: Config['analytics'],
  onError: (error: Error) => void,
): Promise<Analytics> {
  if (config.kind === 'off') return createNoAnalytics()
  const { createPostHogAnalytics } = await import('./providers/analytics/posthog.ts')
  return createPostHogAnalytics({ ...config, onError })
}

async function openSigner(config: Config['signer']): Promise<Signer> {
  if (config.kind === 'configured') {
    const { chain, privateKey, timestampUrl } = config
    return createC2paSigner({ certificate: { kind: 'configured', chain }, privateKey, timestampUrl })
  }
  const own = await openOwnCertificate(join(config.dataDir, 'signer'))
  return createC2paSigner({ ...own, timestampUrl: undefined })
}

async function openStorage(
  config: Config,
): Promise<{ storage: Storage; signedFiles: SignedFiles | undefined; closeStorage: () => void }> {
  if (config.storage.kind === 's3') {
    const storage = createS3Storage(config.storage)
    // S3 serves its signed URLs itself.
    return { storage, signedFiles: undefined, closeStorage: () => storage.close() }
  }
  const storage = await createFileStorage({
    folder: join(config.storage.dataDir, 'storage'),
    secret: config.storage.secret,
    publicUrl: `${config.http.publicUrl}/storage`,
    isSoleWriter: config.database.kind === 'pglite',
  })
  return { storage, signedFiles: storage, closeStorage: () => undefined }
}

async function openDatabase(
  config: Config,
  onError: (error: Error) => void,
  waiting: Pick<PostgresOptions, 'signal' | 'onWaiting'>,
): Promise<{ database: Database; queueConnection: PgBossConnection }> {
  if (config.database.kind === 'pglite') {
    const database = await createPgliteDatabase({ folder: join(config.database.dataDir, 'database') })
    return { database, queueConnection: { kind: 'pglite', client: database.client } }
  }
  const { url, maxConnections } = config.database
  return {
    database: await createPostgresDatabase({ url, maxConnections, onError, ...waiting }),
    queueConnection: { kind: 'postgres', url },
  }
}
