import { openBackupTarget, loadDumpInto, openDatabase, openStorage } from '#backend/compose-stores.ts'
import type { Config } from '#backend/config.ts'
import {
  NoBackupError,
  makeBackup,
  restoreBackup,
  type BackupSummary,
} from '#backend/features/backup/backup-service.ts'
import { SealBrokenError } from '#backend/providers/backup/backup-port.ts'
import { FolderInUseError } from '#backend/providers/database/folder-lock.ts'
import { DatabaseNotEmptyError } from '#backend/providers/dump/dump-port.ts'

/** What an operator can mend; the message says how. */
export class BackupCommandError extends Error {
  override readonly name = 'BackupCommandError'
}

type Settings = Pick<Config, 'backup' | 'database' | 'storage' | 'http'>

/** Makes a back-up in the folder, or where the settings say. @throws BackupCommandError */
export async function backUp(config: Settings, folder: string | undefined): Promise<BackupSummary> {
  const target = targetIn(config, folder)
  const { database, dumps } = await openDatabase(config, { migrations: 'ignore', onError: rethrow }).catch(
    (error: unknown) => {
      if (!(error instanceof FolderInUseError)) throw error
      throw new BackupCommandError(
        'The embedded database belongs to the running backend: with BACKUP_TO it makes a back-up each night itself.',
      )
    },
  )
  const { storage, closeStorage } = await openStorage(config)
  try {
    const { keepDays } = config.backup
    return await makeBackup({ database, dumps, storage, target, keepDays }, new AbortController().signal)
  } finally {
    closeStorage()
    await database.close()
  }
}

/** Restores a back-up of the folder, the last one unless it is named. @throws BackupCommandError */
export async function restore(
  config: Settings,
  folder: string | undefined,
  name: string | undefined,
): Promise<BackupSummary> {
  const target = targetIn(config, folder)
  const { storage, closeStorage } = await openStorage(config)
  try {
    return await restoreBackup({ storage, target, loadDump: loadDumpInto(config) }, name)
  } catch (error) {
    if (error instanceof NoBackupError || error instanceof SealBrokenError)
      throw new BackupCommandError(error.message, { cause: error })
    if (!(error instanceof DatabaseNotEmptyError)) throw error
    throw new BackupCommandError(`${error.message}: a back-up is restored into an empty one alone.`, {
      cause: error,
    })
  } finally {
    closeStorage()
  }
}

function targetIn(config: Settings, folder: string | undefined) {
  const target = openBackupTarget({ ...config.backup, folder: folder ?? config.backup.folder })
  if (!target) throw new BackupCommandError('A folder (--to, --from or BACKUP_TO) and BACKUP_KEY are needed.')
  return target
}

function rethrow(error: Error): never {
  throw error
}
