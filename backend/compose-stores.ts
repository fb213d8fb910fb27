import { join } from 'node:path'
import type { Config } from './config.ts'
import { createBackupFolder } from './providers/backup/folder.ts'
import type { BackupTarget } from './providers/backup/backup-port.ts'
import type { Database } from './providers/database/database-port.ts'
import { createPgliteDatabase } from './providers/database/pglite.ts'
import { createPostgresDatabase, type PostgresOptions } from './providers/database/postgres.ts'
import type { Dumps, LoadDump } from './providers/dump/dump-port.ts'
import { createPgliteDumps, loadIntoFolder } from './providers/dump/pglite.ts'
import { createPostgresDumps, loadIntoPostgres } from './providers/dump/postgres.ts'
import { UnavailableError } from './providers/outage/unavailable-error.ts'
import type { PgBossConnection } from './providers/queue/pg-boss.ts'
import { createFileStorage } from './providers/storage/files.ts'
import type { S3Storage } from './providers/storage/s3.ts'
import type { SignedFiles, Storage } from './providers/storage/storage-port.ts'

const databaseFolder = (dataDir: string) => join(dataDir, 'database')

/** Opens the database that the settings choose. An embedded one gets its missing migrations, unless `migrations` is `ignore`. */
export async function openDatabase(
  config: Pick<Config, 'database'>,
  options: Pick<PostgresOptions, 'signal' | 'onWaiting' | 'onError' | 'migrations'>,
): Promise<{ database: Database; queueConnection: PgBossConnection; dumps: Dumps }> {
  if (config.database.kind === 'pglite') {
    const database = await createPgliteDatabase({
      folder: databaseFolder(config.database.dataDir),
      isMigrated: options.migrations === 'ignore',
    })
    const { client } = database
    return { database, queueConnection: { kind: 'pglite', client }, dumps: createPgliteDumps(client) }
  }
  const { url, maxConnections } = config.database
  return {
    database: await createPostgresDatabase({ url, maxConnections, ...options }),
    queueConnection: { kind: 'postgres', url },
    dumps: createPostgresDumps(url),
  }
}

/** Hears in one sentence what a bucket lacks, and the error where it could not be tried. */
export type OnBucketWarning = (words: string, err?: unknown) => void

/** Opens the configured storage. With `onBucketWarning` a bucket is tried before it is used. */
export async function openStorage(
  config: Pick<Config, 'storage' | 'database'> & { http: Pick<Config['http'], 'publicUrl'> },
  onBucketWarning?: OnBucketWarning,
): Promise<{ storage: Storage; signedFiles: SignedFiles | undefined; closeStorage: () => void }> {
  if (config.storage.kind === 's3') {
    // Loads the SDK only where files are kept in a bucket.
    const { createS3Storage } = await import('./providers/storage/s3.ts')
    const storage = createS3Storage(config.storage)
    if (onBucketWarning) await adaptStorage(storage, onBucketWarning)
    // S3 serves its signed URLs itself.
    return { storage, signedFiles: undefined, closeStorage: () => storage.close() }
  }
  const storage = await createFileStorage({
    folder: join(config.storage.dataDir, 'storage'),
    secrets: config.storage.secrets,
    publicUrl: `${config.http.publicUrl}/storage`,
    isSoleWriter: config.database.kind === 'pglite',
  })
  return { storage, signedFiles: storage, closeStorage: () => undefined }
}

/**
 * Tries every call of the bucket, and takes another way where it lacks one. One that is away now is taken as it is set.
 * @throws UnfitStoreError when files cannot be kept there
 */
async function adaptStorage(storage: S3Storage, onWarning: OnBucketWarning): Promise<void> {
  try {
    for (const advice of await storage.adapt()) onWarning(advice)
  } catch (err) {
    if (!(err instanceof UnavailableError)) throw err
    onWarning('the bucket is away: what it can do was not tried', err)
  }
}

/** Where back-ups go; undefined without a folder, or without a key. */
export function openBackupTarget({ folder, key }: Config['backup']): BackupTarget | undefined {
  return folder === undefined || key === undefined ? undefined : createBackupFolder({ folder, key })
}

/** What fills the empty database of the settings with a copy. */
export function loadDumpInto({ database }: Pick<Config, 'database'>): LoadDump {
  return database.kind === 'pglite'
    ? loadIntoFolder(databaseFolder(database.dataDir))
    : loadIntoPostgres(database.url)
}
