import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderSelfie } from '#tests/cast/render.ts'
import { GOOD_TAKES, TAKES, type Take } from '#tests/cast/takes.ts'
import type { CharacterId } from '#tests/cast/cast.ts'

const FOLDER = join(process.cwd(), 'node_modules', '.cache', 'drawn-selfies')
const WIDTH_PX = 1000

/** A drawn portrait; drawn once, then kept in the package cache. */
export async function drawnSelfie(character: CharacterId, take: Take): Promise<Uint8Array> {
  const path = join(FOLDER, `${character}-${TAKES.indexOf(take)}-${WIDTH_PX}.jpg`)
  const kept = await readFile(path).catch(() => undefined)
  if (kept) return kept
  const bytes = await renderSelfie(character, take, { widthPx: WIDTH_PX })
  await mkdir(FOLDER, { recursive: true })
  const temporary = `${path}.${process.pid}`
  await writeFile(temporary, bytes)
  await rename(temporary, path)
  return bytes
}

/** The first good portraits of a character. */
export function drawnSelfies(character: CharacterId, count: number): Promise<Uint8Array[]> {
  return Promise.all(GOOD_TAKES.slice(0, count).map((take) => drawnSelfie(character, take)))
}
