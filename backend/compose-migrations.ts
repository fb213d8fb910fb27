import { JOB_NAMES, jobs } from './jobs/catalogue.ts'
import { migratePostgres } from './providers/database/postgres.ts'
import { installQueue } from './providers/queue/pg-boss-schema.ts'

/**
 * The step between two releases: brings a PostgreSQL up to date while processes of the release before run on it. Those of
 * this release wait until it is through.
 */
export async function migrateDatabase(url: string): Promise<void> {
  await installQueue(url, new Map(JOB_NAMES.map((name) => [name, jobs[name].role])))
  await migratePostgres(url)
}
