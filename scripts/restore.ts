/** Restores a back-up into the empty database and the storage of this environment: `npm run restore -- --from FOLDER`. */
import { parseArgs } from 'node:util'
import { readConfig } from '#backend/config.ts'
import { BackupCommandError, restore } from './backup/commands.ts'

const { values } = parseArgs({ options: { from: { type: 'string' }, name: { type: 'string' } } })
try {
  const { name, files, deletedMeanwhile, lost } = await restore(readConfig(), values.from, values.name)
  console.log(`${name} is restored: database and ${files} files.`)
  const missing = [...deletedMeanwhile, ...lost]
  if (missing.length > 0) console.log(['Not in the back-up, though rows name them:', ...missing].join('\n'))
} catch (error) {
  if (!(error instanceof BackupCommandError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
