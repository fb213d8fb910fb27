import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import canvasPackage from '@napi-rs/canvas/package.json' with { type: 'json' }
import sharp from 'sharp'
import { digestFiles, filesUnder } from '#scripts/start/digest.ts'
import { root } from '#scripts/start/root.ts'
import type { DrawingJob } from './drawing-thread.ts'
import type { DrawnId } from './everybody.ts'
import { GOOD_TAKES, TAKES, type Take } from './takes.ts'

/** A new folder for what draws otherwise: the code of this room, the runtime, the libraries that rasterise. */
const folder = join(
  root,
  'node_modules/.cache/drawn-selfies',
  digestFiles(
    filesUnder('tests/cast').filter((file) => !file.endsWith('.test.ts')),
    JSON.stringify([sharp.versions, canvasPackage.version]),
  ).slice(0, 16),
)

const WIDTH_PX = 1000

/** What `renderSelfie` gives; drawn once, then kept in the package cache for all suites and processes. */
export async function drawnSelfie(
  character: DrawnId,
  take: Take,
  { widthPx = WIDTH_PX } = {},
): Promise<Uint8Array> {
  const path = join(folder, `${character}-${TAKES.indexOf(take)}-${widthPx}.jpg`)
  const kept = await readFile(path).catch(() => undefined)
  if (kept) return kept
  const bytes = await drawn({ character, takeIndex: TAKES.indexOf(take), widthPx })
  await mkdir(folder, { recursive: true })
  const temporary = `${path}.${process.pid}`
  await writeFile(temporary, bytes)
  await rename(temporary, path)
  return bytes
}

/** The first good portraits of a character. */
export function drawnSelfies(character: DrawnId, count: number): Promise<Uint8Array[]> {
  return Promise.all(GOOD_TAKES.slice(0, count).map((take) => drawnSelfie(character, take)))
}

/** In a thread, so that several are drawn side by side. */
function drawn(workerData: DrawingJob): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./drawing-thread.ts', import.meta.url), { workerData })
    thread.once('message', resolve)
    thread.once('error', reject)
  })
}
