/**
 * Brings the database of this environment up to date; without an environment that of `npm start`. In production processes wait
 * for it on PostgreSQL; an embedded database is migrated by its owner's start, so that beside it nothing is left to be done.
 */
import { tableOf } from './ops/print.ts'
import { askOperators, migrateHere } from './ops/doors.ts'
import { DoorError } from './ops/place.ts'

async function main(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    console.log('npm run db:migrate   brings the database up to date and says so; it takes nothing else.')
    return args.some((arg) => arg === '--help' || arg === '-h') ? 0 : 1
  }
  const answer = (await migrateHere()) ?? (await askOperators('operatorMigrations', {}))
  if (answer.outcome === 'done') console.log(tableOf({ ...answer, rows: [] }).join('\n'))
  return 0
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof DoorError)) throw error
  console.error(error.message)
  return 1
})
