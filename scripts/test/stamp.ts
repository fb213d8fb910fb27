import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestFiles, filesUnder } from '#scripts/start/digest.ts'
import { root } from '#scripts/start/root.ts'

const FOLDER = join(root, 'node_modules/.cache/passed')

export interface Stamp {
  /** Whether the inputs are those the step last passed with. */
  isCurrent: () => boolean
  /** Keeps that the step has passed with the inputs as they were when the stamp was made. */
  leave: () => void
}

/**
 * Remembers with which files a step has passed, in the package cache: a fresh clone, and `npm ci`, remember nothing. The
 * lock file counts as an input of each.
 */
export function createStamp(name: string, folders: readonly string[]): Stamp {
  const file = join(FOLDER, name)
  const digest = digestFiles(['package-lock.json', ...folders.flatMap(filesUnder)])
  return {
    isCurrent: () => {
      try {
        return readFileSync(file, 'utf8') === digest
      } catch {
        return false
      }
    },
    leave: () => {
      mkdirSync(FOLDER, { recursive: true })
      writeFileSync(file, digest)
    },
  }
}
