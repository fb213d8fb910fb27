import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { watermark } from './watermark.ts'

const [width, height] = [256, 320]
const plain = (value: number) => ({ width, height, data: new Uint8Array(width * height * 3).fill(value) })

/** Pixels of a square that the mark changed by more than eight levels. */
function marked(data: Uint8Array, was: number, left: number, top: number, side: number): number {
  let count = 0
  for (let y = top; y < top + side; y++)
    for (let x = left; x < left + side; x++) if (Math.abs((data[(y * width + x) * 3] ?? 0) - was) > 8) count++
  return count
}

testEach([
  ['black', 0],
  ['grey', 128],
  ['white', 255],
])('on %s no quarter of the picture is without the mark', async (_name, value) => {
  const { data } = await watermark(plain(value), 'Vorschau')
  for (let top = 0; top <= height - 64; top += 32) {
    for (let left = 0; left <= width - 64; left += 32) {
      expect(marked(data, value, left, top, 64)).toBeGreaterThan(40)
    }
  }
})

test('the picture stays visible and the mark is the same each time', async () => {
  const { data } = await watermark(plain(128), 'PREVIEW')
  const share = marked(data, 128, 0, 0, 256) / 256 ** 2
  expect(share).toBeLessThan(0.4)
  expect((await watermark(plain(128), 'PREVIEW')).data).toEqual(data)
})

test('a mark without words is still a mark', async () => {
  expect(marked((await watermark(plain(0), '  ')).data, 0, 0, 0, 256)).toBeGreaterThan(50)
})

testEach([
  'Vorschau',
  'Preview',
  'Aperçu',
  'Vista previa',
  'Anteprima',
  '☃ <b>',
  'as long as no picture is wide',
])('every language, and any sign: %s', async (text) => {
  expect(marked((await watermark(plain(0), text)).data, 0, 0, 0, 256)).toBeGreaterThan(2000)
})
