import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Eye } from '#backend/providers/eye/eye-port.ts'
import { describeBytes, type DescribedPicture } from '#studio/report/likeness/people.ts'
import { UsageError } from './arguments.ts'

/** A selfie as the product would train with it: its bytes are the picture that the eye cleaned. */
export interface Selfie extends DescribedPicture {
  reading: string
}

/**
 * The pictures of a folder that the eye accepts together as selfies of one person.
 * @throws UsageError where there is none
 */
export async function readSelfies(folder: string, eye: Eye, signal: AbortSignal): Promise<Selfie[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new UsageError(`The folder ${folder} cannot be read.`)
  })
  const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
  const read = []
  for (const { name } of names.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const bytes = new Uint8Array(await readFile(join(folder, name)))
    read.push({ id: name, ...(await eye.readSelfie(bytes, { signal })) })
  }
  const accepted = new Set(eye.judgeSelfies(read).flatMap(({ id, accepted: is }) => (is ? [id] : [])))
  const selfies: Selfie[] = []
  for (const { id, reading, image } of read) {
    const described = accepted.has(id) && image ? await describeBytes(image) : null
    if (image && described) selfies.push({ file: id, bytes: image, reading, described })
  }
  if (selfies.length === 0) throw new UsageError(`None of the ${read.length} files in ${folder} can be used.`)
  return selfies
}
