/** Restores a back-up into the empty database and storage of this environment, without one those of `npm start`. */
import { readConfig } from '#backend/config.ts'
import { ConfigError } from '#backend/environment.ts'
import { backendSettings } from './ops/doors.ts'
import { DoorError } from './ops/place.ts'
import { BackupCommandError, restore } from './backup/commands.ts'
import { readOptions } from './options.ts'

const USAGE = `npm run restore -- --from FOLDER [--name NAME]

  Restores a back-up into the empty database and the storage of this environment: the latest, or the one of this name.`

const { values } = readOptions(USAGE, { options: { from: { type: 'string' }, name: { type: 'string' } } })
try {
  const { name, files, deletedMeanwhile, lost } = await restore(
    readConfig(backendSettings()),
    values.from,
    values.name,
  )
  console.log(`${name} is restored: database and ${files} files.`)
  const missing = [...deletedMeanwhile, ...lost]
  if (missing.length > 0) console.log(['Not in the back-up, though rows name them:', ...missing].join('\n'))
} catch (error) {
  if (!(error instanceof BackupCommandError || error instanceof DoorError || error instanceof ConfigError))
    throw error
  console.error(error.message)
  process.exitCode = 1
}
