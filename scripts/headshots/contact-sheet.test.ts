import { test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { readMark } from '#studio/export/encode.ts'
import { drawContactSheet } from './contact-sheet.ts'

const red = await sharp({ create: { width: 256, height: 320, channels: 3, background: '#c01010' } })
  .jpeg()
  .toBuffer()
const pictures = (count: number) =>
  Array.from({ length: count }, (_, k) => ({ jpeg: red, likeness: 0.9 - k / 100 }))

/** Share of the sheet covered by red pictures. */
async function redShare(sheet: Uint8Array): Promise<number> {
  const { data, info } = await sharp(sheet).raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let i = 0; i < data.length; i += 3) if ((data[i] ?? 0) > 150 && (data[i + 1] ?? 0) < 60) count++
  return count / (info.width * info.height)
}

test('shows every picture of every style and carries the mark', async () => {
  const sheet = await drawContactSheet('A & B <person>', [
    { name: 'Studio grey', pictures: pictures(3) },
    { name: 'Library', pictures: pictures(1) },
    { name: 'Nothing passed', pictures: [] },
  ])
  const { width, height, format } = await sharp(sheet).metadata()
  expect([width, format]).toEqual([1428, 'jpeg'])
  // Three or fewer in a row are at their widest, 300 by 375.
  expect(await redShare(sheet)).toBeCloseTo((4 * 300 * 375) / (width * height), 2)
  expect((await readMark(sheet))?.digitalSourceType).toMatch(/AlgorithmicMedia$/)
})

test('a row too full for one line runs over several', async () => {
  const one = await sharp(await drawContactSheet('x', [{ name: 'A', pictures: pictures(12) }])).metadata()
  const two = await sharp(await drawContactSheet('x', [{ name: 'A', pictures: pictures(13) }])).metadata()
  expect(two.height).toBeGreaterThan(one.height)
})
