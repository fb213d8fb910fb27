import { test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { testEach } from '#tests/support/each.ts'
import { DIGITAL_SOURCE_TYPE, encodeHeadshot, readMark } from './encode.ts'

const raster = {
  width: 48,
  height: 60,
  data: Uint8Array.from({ length: 48 * 60 * 3 }, (_, i) => (i * 37) % 251),
}
const words = {
  credit: 'Marks & "Sons" <portraits>',
  description: 'Finished with AI. Überarbeitet & gerahmt.',
}

test('the mark is written and read back, with any characters in it', async () => {
  expect(await readMark(await encodeHeadshot(raster, words))).toEqual({
    digitalSourceType: DIGITAL_SOURCE_TYPE,
    ...words,
  })
})

test('the file is an sRGB JPEG with full chroma and no EXIF', async () => {
  const bytes = await encodeHeadshot(raster, words)
  const metadata = await sharp(bytes).metadata()
  expect(metadata).toMatchObject({
    format: 'jpeg',
    width: 48,
    height: 60,
    chromaSubsampling: '4:4:4',
    hasProfile: true,
  })
  expect(metadata.exif).toBeUndefined()
  expect(Buffer.from(bytes).includes('http://ns.adobe.com/xap/1.0/')).toBe(true)
})

test('the same picture gives the same bytes', async () => {
  expect(await encodeHeadshot(raster, words)).toEqual(await encodeHeadshot(raster, words))
})

testEach([
  [
    'a picture without a mark',
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer(),
  ],
  ['no picture', () => Promise.resolve(new TextEncoder().encode('<Iptc4xmpExt:DigitalSourceType>x</'))],
  ['nothing', () => Promise.resolve(new Uint8Array())],
])('%s bears no mark', async (_name, make) => {
  expect(await readMark(await make())).toBeNull()
})
