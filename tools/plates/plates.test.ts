import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect } from 'expect'
import { plateFile } from '#studio/plates/plate.ts'
import { testEach } from '#tests/support/each.ts'
import { drawPlate, PLATE_NAMES } from './plates.ts'

/** Levels: what the encoding takes of a sharp picture, on average. Another seed, a leaf more or a lamp elsewhere is more. */
const TOLERANCE = { light: 6, far: 2 }

testEach(PLATE_NAMES)('the committed plate %s is what the command draws', async (name) => {
  const { notes, pixels } = drawPlate(name)
  expect(JSON.parse(await readFile(plateFile(name, 'json'), 'utf8'))).toEqual(notes)
  const kept = await sharp(plateFile(name, 'avif')).ensureAlpha().raw().toBuffer()
  expect(kept.length).toBe(pixels.length)
  let [light, far] = [0, 0]
  pixels.forEach((value, i) => {
    const difference = Math.abs(value - (kept[i] ?? 0))
    if (i % 4 === 3) far += difference
    else light += difference
  })
  expect(light / (0.75 * pixels.length)).toBeLessThan(TOLERANCE.light)
  expect(far / (0.25 * pixels.length)).toBeLessThan(TOLERANCE.far)
})
