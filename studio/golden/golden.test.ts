import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { before, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { testEach } from '#tests/support/each.ts'
import { makeGolden, type Golden } from './golden.ts'
/**
 * Levels. Processors differ in the last bits of the nets' sums; where a colour decides on which side of a threshold it
 * lies, a strand or the rim of a shoulder then moves by a pixel or two: up to an eighth of a cell, in a few cells. A
 * whole tone, a crop or a lost lock differ by more than this on average or by half the range in their cells.
 */
const MEAN_TOLERANCE = 1.2
const CELL_TOLERANCE = 48
/** Share by which a measure may differ, and how much at least: the same last bits, in ratios, degrees and pixels. */
const MEASURE_TOLERANCE = { share: 0.03, least: 0.01 }

let made: Golden

before(async () => {
  made = await makeGolden()
})

test('measures of every character', async () => {
  const golden = JSON.parse(await readFile(file('readings.json'), 'utf8')) as Golden['readings']
  const { share, least } = MEASURE_TOLERANCE
  const rounded = Object.entries(golden).map(([character, expected]) => {
    const found = made.readings[character] ?? {}
    // Values within tolerance are replaced by the expected ones, so that a failure lists only the differences.
    const near = Object.entries(expected).filter(
      ([name, value]) =>
        typeof value === 'number' &&
        Math.abs(Number(found[name]) - value) <= Math.max(least, share * Math.abs(value)),
    )
    return [character, { ...found, ...Object.fromEntries(near) }]
  })
  expect(Object.fromEntries(rounded)).toEqual(golden)
})

testEach(['mattes', 'headshots'] as const)('%s', async (name) => {
  const pictures = [await readFile(file(`${name}.png`)), made[name]]
  const [golden, now] = await Promise.all(pictures.map((input) => sharp(input).raw().toBuffer()))
  if (!golden || !now) throw new Error('two pictures expected')
  expect(now.length).toBe(golden.length)
  let sum = 0
  let most = 0
  golden.forEach((value, i) => {
    const difference = Math.abs(value - (now[i] ?? 0))
    sum += difference
    most = Math.max(most, difference)
  })
  expect(sum / golden.length).toBeLessThan(MEAN_TOLERANCE)
  expect(most).toBeLessThan(CELL_TOLERANCE)
})

function file(name: string): string {
  return path.join(import.meta.dirname, name)
}
