import type { StorageKey } from '#backend/providers/storage/storage-port.ts'

export { SealBrokenError } from './sealed-stream.ts'

/** A back-up, named by when it began: names sort as they were made. */
export type BackupName = string

/** A colon is no part of file names everywhere. */
export const backupName = (startedAt: Date): BackupName => startedAt.toISOString().replace(/[:.]/g, '-')

/** When the back-up of this name began; an invalid date where the name is none of a back-up. */
export function beganAt(name: BackupName): Date {
  const [date, time = ''] = name.split('T')
  const [hours, minutes, seconds, ms] = time.split('-')
  return new Date(`${date}T${hours}:${minutes}:${seconds}.${ms}`)
}

/** The parts of a back-up; `summary` is written last, and makes it whole. */
export type BackupPart = 'database' | 'files' | 'summary'

/**
 * A place that keeps back-ups, encrypted. Each has its parts; stored files, which never change under their key, are kept once
 * for all. A half-written part is never found. Each piece is authenticated as it is read: SealBrokenError where it
 * was changed.
 */
export interface BackupTarget {
  /** Whole back-ups, the oldest first. */
  list(): Promise<BackupName[]>
  write(backup: BackupName, part: BackupPart, content: AsyncIterable<Uint8Array>): Promise<void>
  /** @throws Error when there is no such part */
  read(backup: BackupName, part: BackupPart): AsyncIterable<Uint8Array>
  /** Whether the file is kept; it then also belongs to the back-up that began at `startedAt`. */
  hasFile(key: StorageKey, startedAt: Date): Promise<boolean>
  writeFile(key: StorageKey, startedAt: Date, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Undefined when the file is not kept. */
  readFile(key: StorageKey): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Removes back-ups that began before `before`, and files that belong to none of the others. */
  prune(before: Date): Promise<void>
}
