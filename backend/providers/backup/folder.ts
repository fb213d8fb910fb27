import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beganAt, type BackupName, type BackupPart, type BackupTarget } from './backup-port.ts'
import { createSeal } from './sealed-stream.ts'

/** Unfinished files of a process that ended. */
const UNFINISHED_FOR_GOOD_MS = 48 * 3_600_000

/**
 * Back-ups in a folder: `backups/NAME/PART`, and `files/` by names that tell nothing. A file's time of change is when the
 * last back-up that needs it began.
 */
export function createBackupFolder(options: { folder: string; key: Uint8Array }): BackupTarget {
  const seal = createSeal(options.key)
  const backups = join(options.folder, 'backups')
  const files = join(options.folder, 'files')
  const unfinished = join(options.folder, 'unfinished')
  const partPath = (backup: BackupName, part: BackupPart) => join(backups, backup, part)
  const partName = (backup: BackupName, part: BackupPart) => `backup ${backup} ${part}`
  const filePath = (key: string) => {
    const hidden = seal.hiddenName(key)
    return join(files, hidden.slice(0, 2), hidden)
  }

  const write = async (path: string, content: AsyncIterable<Uint8Array>, changedAt?: Date) => {
    await Promise.all([unfinished, dirname(path)].map((folder) => mkdir(folder, { recursive: true })))
    const temporary = join(unfinished, randomUUID())
    try {
      const file = await open(temporary, 'wx', 0o600)
      try {
        for await (const chunk of content) await file.write(chunk)
        if (changedAt) await file.utimes(changedAt, changedAt)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, path)
    } finally {
      await rm(temporary, { force: true })
    }
  }

  const isWhole = (backup: BackupName) => exists(partPath(backup, 'summary'))

  return {
    async list() {
      const names = (await namesIn(backups)).sort()
      const whole = await Promise.all(names.map(isWhole))
      return names.filter((_name, index) => whole[index])
    },

    write: (backup, part, content) =>
      write(partPath(backup, part), seal.seal(partName(backup, part), content)),

    read: (backup, part) => seal.unseal(partName(backup, part), createReadStream(partPath(backup, part))),

    async hasFile(key, startedAt) {
      try {
        await utimes(filePath(key), startedAt, startedAt)
        return true
      } catch (error) {
        return falseWhenMissing(error)
      }
    },

    writeFile: (key, startedAt, content) =>
      write(filePath(key), seal.seal(`file ${key}`, content), startedAt),

    async readFile(key) {
      const path = filePath(key)
      return (await exists(path)) ? seal.unseal(`file ${key}`, createReadStream(path)) : undefined
    },

    async prune(before) {
      const kept: Date[] = []
      for (const name of await namesIn(backups)) {
        const startedAt = beganAt(name)
        if (Number.isNaN(startedAt.getTime())) continue
        if (startedAt >= before) kept.push(startedAt)
        else await rm(join(backups, name), { recursive: true, force: true })
      }
      const unfinishedBound = new Date(Date.now() - UNFINISHED_FOR_GOOD_MS)
      await removeOlder(unfinished, unfinishedBound)
      const [oldest] = kept.sort((a, b) => a.getTime() - b.getTime())
      if (!oldest) return
      for (const shelf of await namesIn(files)) await removeOlder(join(files, shelf), oldest)
    },
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(falseWhenMissing)) || []
}

/** Compares whole seconds: file systems keep times of different fineness. */
async function removeOlder(folder: string, bound: Date): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(falseWhenMissing)
    if (found && found.mtimeMs < Math.floor(bound.getTime() / 1000) * 1000) await rm(path, { force: true })
  }
}

const exists = (path: string) => stat(path).then(() => true, falseWhenMissing)

function falseWhenMissing(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
  throw error
}
