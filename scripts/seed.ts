import { Database as DatabaseSettings } from '#backend/config/database.ts'
import { readEnvironment } from '#backend/environment.ts'
import { createPostgresDatabase } from '#backend/providers/database/postgres.ts'
import { readOptions } from './options.ts'
import { NotEmptyError, seed } from './seed/rows.ts'

const USAGE = `DATABASE_URL=postgres://... npm run db:seed -- --headshots <how many>

  Fills the empty database with as many made-up headshots, and all that goes with them.`

async function main(): Promise<number> {
  const { values } = readOptions(USAGE, { options: { headshots: { type: 'string' } } })
  const wanted = Number(values.headshots)
  const settings = DatabaseSettings.safeParse({ ...readEnvironment(), DATABASE: 'postgres' })
  if (!Number.isSafeInteger(wanted) || wanted < 1 || settings.data?.kind !== 'postgres') {
    console.error(USAGE)
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
