/** Migrates the database of this environment and prints its version. The backend does the same at start. */
import { join } from 'node:path'
import { readConfig } from '#backend/config.ts'
import { createPgliteDatabase } from '#backend/providers/database/pglite.ts'
import { createPostgresDatabase } from '#backend/providers/database/postgres.ts'

const { database: chosen } = readConfig()
const database =
  chosen.kind === 'pglite'
    ? await createPgliteDatabase({ folder: join(chosen.dataDir, 'database') })
    : await createPostgresDatabase({
        url: chosen.url,
        onError: (error) => {
          throw error
        },
      })
await database.ping()
await database.close()
console.log(`The database (${chosen.kind}) has every migration.`)
