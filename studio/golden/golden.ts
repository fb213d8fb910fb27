import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import type { CharacterId } from '#tests/cast/cast.ts'
import { drawnSelfie } from '#tests/cast/drawn-selfies.ts'
import { GOOD_TAKES } from '#tests/cast/takes.ts'
import { decodeModel } from '#studio/model/model-file.ts'
import { pixelsOf } from '#studio/model/pixels.ts'
import { createStudio } from '#studio/studio.ts'
import type { Studio } from '#studio/studio.ts'
import { STYLE_IDS } from '#studio/scene/styles.ts'

/**
 * The studio's results on drawn people: measures, mattes and one headshot of each style, small. Run as a program
 * (`node studio/golden/golden.ts`) this file writes them beside itself. Do that after a change for the better, and
 * look at the pictures before committing them.
 */
export interface Golden {
  readings: Record<string, Record<string, number | string>>
  /** PNG. */
  mattes: Uint8Array
  headshots: Uint8Array
}

/** Skin from fair to deep, smooth, curly and grey hair, braids. */
const CHARACTERS: readonly CharacterId[] = ['elia', 'amara', 'ines', 'ruth']
const SELFIE_WIDTH_PX = 900
/** One cell is 16x16 pixels of a headshot or a frame: grain, dither and JPEG are averaged out of it. */
const MATTE_CELLS = { width: 72, height: 90 }
const HEADSHOT_CELLS = { width: 64, height: 80 }
const COLUMNS = 4

async function goldenOf(studio: Studio): Promise<Golden> {
  const people = await Promise.all(
    CHARACTERS.map(async (character, index) => {
      const take = GOOD_TAKES[index % GOOD_TAKES.length]
      if (!take) throw new Error('the cast has no good takes')
      const bytes = await drawnSelfie(character, take, { widthPx: SELFIE_WIDTH_PX })
      const selfie = await studio.readSelfie(bytes)
      const { reasons, warnings, measures } = selfie
      const reading = { reasons: reasons.join(), warnings: warnings.join(), ...finite(measures) }
      return { character, reading, model: await studio.train([{ id: take.id, bytes, reading: selfie }]) }
    }),
  )
  const headshots = STYLE_IDS.map(async (styleId, index) => {
    const model = people[index % people.length]?.model
    const [shot] = model ? await studio.plan(model, styleId, 1) : []
    if (!model || !shot) throw new Error('the plan is empty')
    return small((await studio.render(model, styleId, shot)).jpeg, HEADSHOT_CELLS)
  })
  return {
    readings: Object.fromEntries(people.map(({ character, reading }) => [character, reading])),
    mattes: await mosaic(await Promise.all(people.map(({ model }) => matteOf(model))), MATTE_CELLS),
    headshots: await mosaic(await Promise.all(headshots), HEADSHOT_CELLS),
  }
}

/** Four significant digits of each measure that could be taken. */
function finite(measures: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(measures)
      .filter(([, value]) => Number.isFinite(value))
      .map(([name, value]) => [name, Number(value.toPrecision(4))]),
  )
}

async function matteOf(model: Uint8Array): Promise<Buffer> {
  const [selfie] = decodeModel(model).selfies
  if (!selfie) throw new Error('the model holds no selfie')
  const { alpha } = await pixelsOf(selfie)
  const raw = { width: selfie.width, height: selfie.height, channels: 1 } as const
  return small(await sharp(alpha, { raw }).png().toBuffer(), MATTE_CELLS)
}

function small(picture: Uint8Array, cells: { width: number; height: number }): Promise<Buffer> {
  return sharp(picture)
    .resize({ ...cells, kernel: 'cubic', fit: 'fill' })
    .png()
    .toBuffer()
}

function mosaic(tiles: readonly Buffer[], cell: { width: number; height: number }): Promise<Buffer> {
  const size = { width: COLUMNS * cell.width, height: Math.ceil(tiles.length / COLUMNS) * cell.height }
  const placed = tiles.map((input, index) => ({
    input,
    left: (index % COLUMNS) * cell.width,
    top: Math.floor(index / COLUMNS) * cell.height,
  }))
  return sharp({ create: { ...size, channels: 3, background: 'black' } })
    .composite(placed)
    .png()
    .toBuffer()
}

export async function makeGolden(): Promise<Golden> {
  const studio = createStudio({ threads: Math.min(2, availableParallelism()) })
  try {
    return await goldenOf(studio)
  } finally {
    await studio.close()
  }
}

if (import.meta.main) {
  const golden = await makeGolden()
  const file = (name: string): string => path.join(import.meta.dirname, name)
  await writeFile(file('readings.json'), `${JSON.stringify(golden.readings, null, 2)}\n`)
  await writeFile(file('mattes.png'), golden.mattes)
  await writeFile(file('headshots.png'), golden.headshots)
}
