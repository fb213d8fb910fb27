import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

/** Paths of the files under a folder of the checkout, from its root on, in no order; none where there is no such folder. */
export function filesUnder(folder: string): string[] {
  const full = join(root, folder)
  if (!existsSync(full)) return []
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

/** Changes with the runtime, with the name or the content of any of these files, and with `salt`. SHA-256, hexadecimal. */
export function digestFiles(files: readonly string[], salt = ''): string {
  const hash = createHash('sha256').update(`${process.version}\n${salt}\n`)
  for (const file of [...files].sort()) {
    hash.update(`${file}\n`).update(
      createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest(),
    )
  }
  return hash.digest('hex')
}
