import { join } from 'node:path'
import { BACKEND_CHOICES } from '#backend/config.ts'
import { Database as DatabaseSettings } from '#backend/config/database.ts'
import { readEnvironment } from '#backend/environment.ts'
import { root } from '#scripts/start/root.ts'
import type { Database } from '#backend/providers/database/database-port.ts'

/**
 * The database of this environment; of its settings only those of the database are asked for. Without any it is that of
 * `npm start`.
 * @throws FolderInUseError while a product runs on an embedded database
 */
export async function openDatabase(): Promise<Database> {
  const chosen = DatabaseSettings.parse({
    DATABASE: BACKEND_CHOICES.DATABASE.fallback,
    DATA_DIR: join(root, '.data'),
    ...readEnvironment(),
  })
  // The other one is large, and not loaded.
  if (chosen.kind === 'pglite') {
    const { createPgliteDatabase } = await import('#backend/providers/database/pglite.ts')
    return createPgliteDatabase({ folder: join(chosen.dataDir, 'database') })
  }
  const { createPostgresDatabase } = await import('#backend/providers/database/postgres.ts')
  return createPostgresDatabase({
    url: chosen.url,
    onError: (error) => {
      throw error
    },
  })
}
