import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importDirectory } from '#backend/features/directory/import/run.ts'
import { createPgliteDatabase } from '#backend/providers/database/pglite.ts'
import { GATEWAY_SECRET, startBackend } from '#tests/api/support/backend.ts'
import { smallDirectory } from './directory/sources.ts'
import { prepareDataDir } from './prepared-database.ts'
import { startSecondSite } from './second-site.ts'

/** A site before a backend whose directory came from files instead of the sample. */
export async function startFilledDirectory(): Promise<{ url: string; close: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'filled-directory-'))
  await prepareDataDir(dataDir)
  const database = await createPgliteDatabase({ folder: join(dataDir, 'database') })
  await importDirectory({ database }, { files: smallDirectory() })
  await database.close()
  const backend = await startBackend({ DATA_DIR: dataDir })
  const site = await startSecondSite({
    BACKEND_URL: await backend.app.listen({ host: '127.0.0.1', port: 0 }),
    GATEWAY_SECRET,
  })
  return {
    url: site.url,
    async close() {
      await site.close()
      await backend.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
