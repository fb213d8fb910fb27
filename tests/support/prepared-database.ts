import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { QUEUE_DEFINITIONS } from '#backend/jobs/runner.ts'
import { createPgliteDatabase, type PgliteDatabase } from '#backend/providers/database/pglite.ts'
import { openOwnCertificate } from '#backend/providers/signer/own-certificate.ts'
import { createPgBossQueue, type PgBossConnection } from '#backend/providers/queue/pg-boss.ts'
import { digestFiles, filesUnder } from '#scripts/start/digest.ts'
import { root } from '#scripts/start/root.ts'

const cache = join(root, 'node_modules/.cache/prepared-database')

/** Changes with the migrations, the queues, the libraries and this file. */
export const DATABASE_VERSION = digestFiles([
  ...['pnpm-lock.yaml', 'tests/support/prepared-database.ts'],
  ...['database', 'queue'].flatMap((provider) => filesUnder(`backend/providers/${provider}`)),
  ...filesUnder('backend/jobs'),
  'backend/providers/signer/own-certificate.ts',
]).slice(0, 16)

const made = join(cache, DATABASE_VERSION)
const FOLDER = 'folder'
const IMAGE = 'image.tar'
const SIGNER = 'signer'

/**
 * Makes each copy smaller, because it is opened for seconds and holds little: half of opening a copy goes to buffers
 * and unused template databases.
 */
const SMALLER = [
  "update pg_database set datistemplate = false where datname like 'template%'",
  'drop database template0',
  'drop database template1',
  "alter system set shared_buffers = '16MB'",
  'checkpoint',
]

/** Makes the queues of a migrated database, as the first start of a backend does. */
export async function createQueues(connection: PgBossConnection): Promise<void> {
  const queue = createPgBossQueue({
    connection,
    supervise: false,
    onError: (error) => {
      throw error
    },
  })
  await queue.start(QUEUE_DEFINITIONS)
  await queue.stop(100)
}

async function prepare(): Promise<void> {
  if (existsSync(made)) return
  await mkdir(cache, { recursive: true })
  const own = await mkdtemp(join(cache, 'making-'))
  const database = await createPgliteDatabase({ folder: join(own, FOLDER) })
  await createQueues({ kind: 'pglite', client: database.client })
  for (const statement of SMALLER) await database.client.exec(statement)
  const image = await database.client.dumpDataDir('none')
  await writeFile(join(own, IMAGE), new Uint8Array(await image.arrayBuffer()))
  await database.close()
  await openOwnCertificate(join(own, SIGNER))
  // Another process may have been first.
  await rename(own, made).catch(() => rm(own, { recursive: true, force: true }))
}

/**
 * A migrated, empty database in memory, as a fresh backend leaves it; made once and kept in the package cache,
 * because making it takes seconds.
 */
export async function openPreparedDatabase(): Promise<PgliteDatabase> {
  await prepare()
  return createPgliteDatabase({ image: new Blob([await readFile(join(made, IMAGE))]) })
}

/** The same on disk, for a backend with this `DATA_DIR`, and a certificate to sign with. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  await prepare()
  await cp(join(made, SIGNER), join(dataDir, SIGNER), { recursive: true })
  await cp(join(made, FOLDER), join(dataDir, 'database'), { recursive: true })
}
