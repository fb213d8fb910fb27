/** Fills the empty PostgreSQL at DATABASE_URL with as many made-up headshots as are asked for, and all that goes with them. */
import { parseArgs } from 'node:util'
import { Database as DatabaseSettings } from '#backend/config/database.ts'
import { readEnvironment } from '#backend/environment.ts'
import { createPostgresDatabase } from '#backend/providers/database/postgres.ts'
import { NotEmptyError, seed } from './seed/rows.ts'

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { headshots: { type: 'string' } } })
  const wanted = Number(values.headshots)
  const settings = DatabaseSettings.safeParse({ ...readEnvironment(), DATABASE: 'postgres' })
  if (!Number.isSafeInteger(wanted) || wanted < 1 || settings.data?.kind !== 'postgres') {
    console.error('DATABASE_URL=postgres://... npm run db:seed -- --headshots <how many>')
    return 1
  }
  const database = await createPostgresDatabase({
    url: settings.data.url,
    onError: (error) => {
      throw error
    },
  })
  try {
    const made = await seed(database, wanted, ({ users, headshots }) =>
      console.log(`${users} users, ${headshots} headshots`),
    )
    console.log(`The database holds ${made.users} users with ${made.headshots} headshots.`)
    return 0
  } catch (error) {
    if (!(error instanceof NotEmptyError)) throw error
    console.error(error.message)
    return 1
  } finally {
    await database.close()
  }
}

process.exitCode = await main()
