/** Backs up database and files of this environment, without one those of `npm start`. */
import { readConfig } from '#backend/config.ts'
import { ConfigError } from '#backend/environment.ts'
import { placeOf } from './ops/doors.ts'
import { DoorError } from './ops/place.ts'
import { BackupCommandError, backUp } from './backup/commands.ts'
import { readOptions } from './options.ts'

const USAGE = `BACKUP_KEY=... npm run backup -- [--to FOLDER]

  Copies database and files of this environment, or without one those of npm start, while orders run; encrypted with
  BACKUP_KEY. Without --to it goes to BACKUP_TO.`

const { values } = readOptions(USAGE, { options: { to: { type: 'string' } } })
try {
  const { name, files, copied, deletedMeanwhile, lost } = await backUp(
    readConfig(placeOf().environment),
    values.to,
  )
  console.log(`${name}: ${files} files, ${copied} of them new.`)
  if (deletedMeanwhile.length > 0)
    console.log(`Deleted meanwhile, with their rows: ${deletedMeanwhile.length}.`)
  if (lost.length > 0) console.error(['Rows name files that storage does not have:', ...lost].join('\n'))
  process.exitCode = lost.length > 0 ? 2 : 0
} catch (error) {
  if (!(error instanceof BackupCommandError || error instanceof DoorError || error instanceof ConfigError))
    throw error
  console.error(error.message)
  process.exitCode = 1
}
