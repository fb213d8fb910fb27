import { join } from 'node:path'
import { openBackupTarget, openDatabase, openStorage, type OnBucketWarning } from './compose-stores.ts'
import type { Config } from './config.ts'
import { ConfigError } from './environment.ts'
import type { FeatureDeps } from './features/feature.ts'
import { createNoAnalytics } from './providers/analytics/off.ts'
import type { Analytics } from './providers/analytics/analytics-port.ts'
import type { Database } from './providers/database/database-port.ts'
import type { PostgresOptions } from './providers/database/postgres.ts'
import { processingOf } from './features/processing/processing.ts'
import { cogOutlook } from './providers/engine/cog/outlook.ts'
import type { EngineConfig } from './config/engines.ts'
import { bflOutlook } from './providers/engine/bfl/outlook.ts'
import type { EngineOutlook, StylePromises } from './providers/engine/engine-port.ts'
import { falOutlook } from './providers/engine/fal/outlook.ts'
import { createHookKeys } from './providers/engine/hook-signatures.ts'
import { createReplicateClient } from './providers/engine/replicate/replicate-client.ts'
import { replicateOutlook } from './providers/engine/replicate/outlook.ts'
import { createStylePromises, maySend, type EngineRegions } from './providers/engine/routed-engine.ts'
import type { HookReaders } from './providers/engine/hooks-port.ts'
import { bflHooks, falHooks, replicateHooks } from './providers/engine/vendor-hooks.ts'
import { createFirebaseIdentity } from './providers/identity/firebase.ts'
import type { Identity } from './providers/identity/identity-port.ts'
import { createClosedGateway } from './providers/payments/closed.ts'
import { createFreeGateway } from './providers/payments/free.ts'
import type { PaymentGateway } from './providers/payments/payments-port.ts'
import { createPgBossQueue } from './providers/queue/pg-boss.ts'
import type { Queue } from './providers/queue/queue-port.ts'
import { createC2paSigner } from './providers/signer/c2pa.ts'
import { openOwnCertificate } from './providers/signer/own-certificate.ts'
import type { Signer } from './providers/signer/signer-port.ts'
import type { SignedFiles } from './providers/storage/storage-port.ts'
import { studioOutlook } from './providers/studio/outlook.ts'

export interface OpenPorts {
  ports: FeatureDeps
  database: Database
  /** Not started. */
  queue: Queue
  identity: Identity
  signedFiles: SignedFiles | undefined
  /** Closes everything but the queue. */
  close(): Promise<void>
}

/** The implementation of each port that calls need: for a process of the product, and for a command beside a stopped one. */
export async function openPorts(
  config: Config,
  options: {
    waiting: Pick<PostgresOptions, 'signal' | 'onWaiting'>
    onError: (part: string) => (error: Error) => void
    supervise: boolean
    schedule?: boolean
    onBucketWarning?: OnBucketWarning
    givesBackOrphans?: boolean
  },
): Promise<OpenPorts> {
  const { onError, waiting, supervise, schedule, givesBackOrphans = true, onBucketWarning } = options
  // Outside production, and on the embedded database, the first process to start makes the missing migrations.
  const awaitsSchema = config.isProduction && config.database.kind === 'postgres'
  const { database, queueConnection, dumps } = await openDatabase(config, {
    ...waiting,
    migrations: awaitsSchema ? 'await' : 'make',
    onError: onError('database'),
  })
  const { storage, signedFiles, closeStorage } = await openStorage(config, onBucketWarning)
  const queue = createPgBossQueue({
    connection: queueConnection,
    awaitsSchema,
    supervise,
    ...(schedule !== undefined && { schedule }),
    givesBackOrphans,
    onError: onError('queue'),
  })

  const gateways = {
    free: createFreeGateway(),
    credits: createFreeGateway(),
    stripe: await openStripe(config.payments),
  }
  const signer = await openSigner(config.signer)
  const identity = await createFirebaseIdentity(config.identity)
  const analytics = await openAnalytics(config.analytics, onError('analytics'))
  const backupTarget = openBackupTarget(config.backup)
  const outlooks = config.engines.chosen.map((engine) => licensed(outlookOf(engine)))
  const ports: FeatureDeps = {
    database,
    queue,
    storage,
    signer,
    identity,
    analytics,
    gateways,
    promises: promisesOf(outlooks, config.engines.regions),
    engineHooks: Object.assign({}, ...config.engines.chosen.map(hookReaderOf)) as HookReaders,
    processing: processingOf(
      outlooks.map(({ profile }) => profile),
      config.storage,
      (profile) => maySend(profile, config.engines.regions),
    ),
    siteUrl: config.http.siteUrl,
    charges: config.payments.kind === 'stripe',
    refundsPaused: config.refundsPaused,
    seller: config.seller,
    backup: backupTarget && { dumps, target: backupTarget, keepDays: config.backup.keepDays },
  }
  return {
    ports,
    database,
    queue,
    identity,
    signedFiles,
    async close() {
      await analytics.close()
      closeStorage()
      await database.close()
    },
  }
}

/** What the engines promise, whichever of them does the work. @throws ConfigError where none may */
export function promisesOf(outlooks: readonly EngineOutlook[], regions: EngineRegions): StylePromises {
  const allowed = outlooks.filter(({ profile }) => maySend(profile, regions))
  if (allowed.length === 0) throw new ConfigError(`ENGINE_REGIONS=${regions} leaves none of ENGINES`)
  return createStylePromises(allowed)
}

/** Reads the hooks of a vendor; loads no engine. */
function hookReaderOf(engine: EngineConfig): HookReaders {
  switch (engine.kind) {
    case 'fal':
      return { fal: falHooks(createHookKeys(engine.jwksUrl), engine.userId) }
    case 'replicate': {
      const client = createReplicateClient(engine)
      return { replicate: replicateHooks(() => client.webhookSecret(new AbortController().signal)) }
    }
    case 'bfl':
      return { bfl: bflHooks(engine.hookSecrets) }
    case 'studio':
    case 'cog':
      return {}
  }
}

/** The facts about an engine that calls need; loads no engine. */
function outlookOf(engine: EngineConfig): EngineOutlook {
  switch (engine.kind) {
    case 'studio':
      return studioOutlook
    case 'cog':
      return cogOutlook(engine)
    case 'fal':
      return falOutlook(engine)
    case 'replicate':
      return replicateOutlook
    case 'bfl':
      return bflOutlook(engine)
  }
}

/** @throws ConfigError where the engine's licence forbids to sell what it makes */
export function licensed(outlook: EngineOutlook): EngineOutlook {
  const { name, licence } = outlook.profile
  if (licence.allowsCommercialUse) return outlook
  throw new ConfigError(`ENGINES=${name}: ${licence.name} forbids commercial use`)
}

/** Loads the SDK only where payments are taken. */
async function openStripe(config: Config['payments']): Promise<PaymentGateway> {
  if (config.kind !== 'stripe') return createClosedGateway('PAYMENTS=none: nothing can be paid')
  const { createStripeGateway } = await import('./providers/payments/stripe.ts')
  return createStripeGateway(config)
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
