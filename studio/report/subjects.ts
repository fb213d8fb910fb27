import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { CHARACTERS } from '#tests/cast/cast.ts'
import { renderSelfie } from '#tests/cast/render.ts'
import { BAD_TAKES, GOOD_TAKES } from '#tests/cast/takes.ts'
import { STYLE_IDS } from '#studio/scene/styles.ts'
import type { StyleId } from '#studio/scene/styles.ts'

/** Photographs lie beside the project, never in it; without them the report covers drawn characters alone. */
const PHOTOGRAPHS = path.resolve(import.meta.dirname, '../../../shared/selfies')
const GOOD_PER_CHARACTER = 3
const STYLES_PER_CHARACTER = 3
/** Characters shown in the document in every style. */
const SHOWN = 3
const DRAWN_WIDTH_PX = 1000

export interface Subject {
  /** What the report calls them: no photograph's folder or file is named. */
  label: string
  kind: 'photographs' | 'drawn'
  /** Several people in one folder: only the checks are of interest. */
  isMixed: boolean
  isShown: boolean
  styleIds: readonly StyleId[]
  loadSelfies: () => Promise<{ id: string; bytes: Uint8Array }[]>
}

/** All subjects of the report, photographs first. */
export async function listSubjects(): Promise<Subject[]> {
  return [...(await listPhotographs()), ...CHARACTERS.map(drawnSubject)]
}

async function listPhotographs(): Promise<Subject[]> {
  if (!existsSync(PHOTOGRAPHS)) return []
  const entries = await readdir(PHOTOGRAPHS, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  let people = 0
  return folders.sort().map((folder) => {
    const isMixed = folder === 'mixed'
    return {
      label: isMixed ? 'photographs, several people' : `photographs, person ${++people}`,
      kind: 'photographs',
      isMixed,
      isShown: false,
      styleIds: isMixed ? [] : STYLE_IDS,
      loadSelfies: () => readFolder(path.join(PHOTOGRAPHS, folder)),
    }
  })
}

async function readFolder(folder: string): Promise<{ id: string; bytes: Uint8Array }[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()
  return Promise.all(
    names.map(async (name, index) => ({
      id: `photograph ${index + 1}`,
      bytes: new Uint8Array(await readFile(path.join(folder, name))),
    })),
  )
}

/** Good takes, and one bad one, another for each character. */
function drawnSubject(character: (typeof CHARACTERS)[number], index: number): Subject {
  const faults = Object.values(BAD_TAKES)
  const first = (index * STYLES_PER_CHARACTER) % STYLE_IDS.length
  const isShown = index % 2 === 0 && index / 2 < SHOWN
  const fault = faults[index % faults.length]
  const good = Array.from(
    { length: GOOD_PER_CHARACTER },
    (_, k) => GOOD_TAKES[(index + 3 * k) % GOOD_TAKES.length],
  )
  const takes = [...good, fault].flatMap((take) => (take ? [take] : []))
  return {
    label: `drawn, ${character}`,
    kind: 'drawn',
    isMixed: false,
    isShown,
    styleIds: isShown ? STYLE_IDS : STYLE_IDS.slice(first, first + STYLES_PER_CHARACTER),
    loadSelfies: () =>
      Promise.all(
        takes.map(async (take) => ({
          id: take.fault ? `${take.id} (made to fail)` : take.id,
          bytes: await renderSelfie(character, take, { widthPx: DRAWN_WIDTH_PX }),
        })),
      ),
  }
}
