import { test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import type { Raster } from '#studio/picture/raster.ts'
import { lettersOf } from '#studio/picture/letters.ts'
import { testEach } from '#tests/support/each.ts'
import { findWords, signsIn } from './words.ts'

const SIZE = { width: 832, height: 1040 }
const everywhere = () => true

/** Grey, with a text whose capitals are that high, its line at that height. */
async function written(text: string, capitals: number, line: number): Promise<Raster> {
  const { paths, length, capHeight } = await lettersOf(text)
  const scale = capitals / capHeight
  const place = `translate(${(SIZE.width - length * scale) / 2} ${line}) scale(${scale} ${-scale})`
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">` +
    `<rect width="100%" height="100%" fill="#667"/><g transform="${place}" fill="#fff">${paths}</g></svg>`
  const data = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
  return { ...SIZE, data }
}

testEach([
  ['small', 'BOSS', 18],
  ['large', 'Alpenlicht', 60],
] as const)(
  'a %s word is found where it stands, and its signs are counted',
  async (_name, text, capitals) => {
    const [word, ...others] = await findWords(await written(text, capitals, 900), everywhere)
    expect(others).toEqual([])
    expect(word).toMatchObject({ length: text.length })
    expect(word?.score).toBeGreaterThan(0.8)
    const { top = 0, height = 0 } = word?.box ?? {}
    expect(Math.abs(top + height / 2 - (900 - capitals / 2))).toBeLessThan(capitals / 2)
  },
)

test('nothing is found on a plain picture, nor where no word is sought', async () => {
  expect(await findWords(await written('', 40, 500), everywhere)).toEqual([])
  expect(await findWords(await written('WORD', 40, 500), ({ y }) => y > 600)).toEqual([])
})

test('a sign that goes on is one; one that comes again after a gap is another', () => {
  const [none, a, b] = [
    [0.9, 0.1, 0],
    [0.1, 0.8, 0.1],
    [0, 0.4, 0.6],
  ]
  const read = (...places: number[][]) => signsIn(Float32Array.from(places.flat()), 3)
  expect(read(none, none)).toEqual({ length: 0, score: 0 })
  expect(read(a, a, b)).toMatchObject({ length: 2 })
  expect(read(a, a, b).score).toBeCloseTo(0.7, 5)
  expect(read(a, none, a)).toMatchObject({ length: 2 })
})
