import { expect, test } from '#tests/support/node-test.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { areasAround, grown, rangesOf } from './areas.ts'

const SIZE = { width: 150, height: 110 }
const MARGIN = 5

/** How often each pixel lies in one of the ranges. */
function visits(ranges: readonly { from: number; to: number }[]): Uint8Array {
  const counts = new Uint8Array(SIZE.width * SIZE.height)
  for (const { from, to } of ranges) for (let i = from; i < to; i++) counts[i] = (counts[i] ?? 0) + 1
  return counts
}

test('areas hold every marked pixel with its margin, each pixel once, and leave out what is far from all', () => {
  const random = createRandom(11)
  const mask = new Uint8Array(SIZE.width * SIZE.height)
  for (let k = 0; k < 6; k++) mask[Math.floor(random() * 50) * SIZE.width + Math.floor(random() * 60)] = 1
  mask[mask.length - 1] = 1
  const counts = visits(rangesOf(areasAround(mask, SIZE.width, SIZE.height, MARGIN), SIZE))
  expect(Math.max(...counts)).toBe(1)
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    for (let v = Math.max(0, y - MARGIN); v <= Math.min(SIZE.height - 1, y + MARGIN); v++)
      for (let u = Math.max(0, x - MARGIN); u <= Math.min(SIZE.width - 1, x + MARGIN); u++)
        expect(counts[v * SIZE.width + u]).toBe(1)
  }
  expect(counts[20 * SIZE.width + 130]).toBe(0)
})

test('grown areas stay in the picture and their ranges still visit each pixel once', () => {
  const mask = new Uint8Array(SIZE.width * SIZE.height)
  mask[40 * SIZE.width + 40] = 1
  mask[40 * SIZE.width + 70] = 1
  mask[0] = 1
  const counts = visits(rangesOf(grown(areasAround(mask, SIZE.width, SIZE.height, 0), 7, SIZE), SIZE))
  expect(Math.max(...counts)).toBe(1)
  // Tiles 32 to 96 across and 32 to 64 down, with seven pixels more; the corner's tile with seven to the right and below.
  expect([counts[25 * SIZE.width + 25], counts[70 * SIZE.width + 102], counts[38]]).toEqual([1, 1, 1])
  expect([counts[71 * SIZE.width + 60], counts[40 * SIZE.width + 103], counts[39]]).toEqual([0, 0, 0])
})
