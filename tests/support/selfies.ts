import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawnSelfie } from '#tests/cast/drawn-selfies.ts'
import { BAD_TAKES, GOOD_TAKES } from '#tests/cast/takes.ts'
import { root } from '#scripts/start/root.ts'
import { productUnderTest } from './product-under-test.ts'

const DRAWN_COUNT = 6
const WIDTH_PX = 1000

const GOOD = 'good'
const BAD = 'bad'

/** Draws what the browser tests upload: good selfies of one person, and one with two faces. */
export async function drawSelfies(folder: string): Promise<void> {
  for (const kind of [GOOD, BAD]) mkdirSync(join(folder, kind), { recursive: true })
  for (const take of GOOD_TAKES.slice(0, DRAWN_COUNT)) {
    writeFileSync(
      join(folder, GOOD, `${take.id}.jpg`),
      await drawnSelfie('mara', take, { widthPx: WIDTH_PX }),
    )
  }
  const faulty = await drawnSelfie('mara', BAD_TAKES.twoFaces, { widthPx: WIDTH_PX })
  writeFileSync(join(folder, BAD, 'two-faces.jpg'), faulty)
}

function picturesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => /\.(jpe?g|png|webp|heic)$/i.test(file))
    .sort()
    .map((file) => join(folder, file))
}

export function goodSelfies(folder = productUnderTest().selfiesDir): string[] {
  return picturesIn(join(folder, GOOD))
}

/** Two faces; refused for that reason. */
export function badSelfie(): string {
  return join(productUnderTest().selfiesDir, BAD, 'two-faces.jpg')
}

/** Photographs of one real person, if they lie beside the checkout; they are not part of it. */
export function realSelfies(): string[] {
  const folder = join(root, '../shared/strangers/s3')
  return existsSync(folder) ? picturesIn(folder) : []
}
