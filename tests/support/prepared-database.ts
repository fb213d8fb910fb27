import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createPgliteDatabase, type PgliteDatabase } from '#backend/providers/database/pglite.ts'
import { digestFiles, filesUnder } from '#scripts/start/digest.ts'
import { root } from '#scripts/start/root.ts'

const cache = join(root, 'node_modules/.cache/prepared-database')

/** A new one for what makes it otherwise: the migrations, the libraries. */
const made = join(
  cache,
  digestFiles(['package-lock.json', ...filesUnder('backend/providers/database')]).slice(0, 16),
)
const FOLDER = 'folder'
const IMAGE = 'image.tar'

async function prepare(): Promise<void> {
  if (existsSync(made)) return
  await mkdir(cache, { recursive: true })
  const own = await mkdtemp(join(cache, 'making-'))
  const database = await createPgliteDatabase({ folder: join(own, FOLDER) })
  const image = await database.client.dumpDataDir('none')
  await writeFile(join(own, IMAGE), new Uint8Array(await image.arrayBuffer()))
  await database.close()
  // Another process may have been first.
  await rename(own, made).catch(() => rm(own, { recursive: true, force: true }))
}

/** A migrated, empty database in memory; made once and kept in the package cache, as making it takes seconds. */
export async function openPreparedDatabase(): Promise<PgliteDatabase> {
  await prepare()
  return createPgliteDatabase({ image: new Blob([await readFile(join(made, IMAGE))]) })
}

/** The same on disk, for a backend with this `DATA_DIR`. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  await prepare()
  await cp(join(made, FOLDER), join(dataDir, 'database'), { recursive: true })
}
