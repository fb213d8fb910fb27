import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'

export interface Photographed {
  name: string
  selfies: { id: string; bytes: Uint8Array }[]
}

/** Photographs lie beside the project, never in it. */
const BESIDE = path.resolve(import.meta.dirname, '../../../shared')
const SETS = ['selfies', 'failing', 'strangers'].map((set) => path.join(BESIDE, set))
const ALONE = path.join(BESIDE, 'expressions')
const PICTURE = /\.(jpe?g|png|webp|heic)$/i

/** Folders of one person each: those that are named, else all that lie beside the project. */
export async function foldersOf(named: readonly string[]): Promise<string[]> {
  if (named.length > 0) return named.map((folder) => path.resolve(folder))
  const folders: string[] = []
  for (const set of SETS.filter(existsSync)) {
    const entries = await readdir(set, { withFileTypes: true })
    folders.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(set, name)))
  }
  return existsSync(ALONE) ? [...folders, ALONE] : folders
}

export async function readPerson(folder: string): Promise<Photographed> {
  const names = (await readdir(folder)).filter((name) => PICTURE.test(name)).sort()
  const selfies = names.map(async (id) => ({
    id,
    bytes: new Uint8Array(await readFile(path.join(folder, id))),
  }))
  return { name: path.basename(folder), selfies: await Promise.all(selfies) }
}
