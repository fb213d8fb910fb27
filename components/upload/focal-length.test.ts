import { test } from 'node:test'
import exifReader from 'exif-reader'
import { expect } from 'expect'
import sharp from 'sharp'
import { testEach } from '#tests/support/each.ts'
import { readFocalLength, withFocalLength } from './focal-length.ts'

const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#864' } })
const taken = (millimetres: string) => picture().withExif({ IFD2: { FocalLengthIn35mmFilm: millimetres } })

testEach(['jpeg', 'webp'] as const)('the focal length of a %s is read', async (format) => {
  expect(readFocalLength(await taken('77').toFormat(format).toBuffer())).toBe(77)
})

test('a picture without one has none, nor has one whose EXIF is broken', async () => {
  expect(readFocalLength(await picture().jpeg().toBuffer())).toBeNull()
  expect(
    readFocalLength(
      await picture()
        .withExif({ IFD0: { Make: 'X' } })
        .jpeg()
        .toBuffer(),
    ),
  ).toBeNull()
  for (const broken of ['Exif\0\0', 'Exif\0\0MM\0*\0\0\0\u0008', 'Exif\0\0II*\0\u00ff\u00ff\u00ff\u00ff'])
    expect(readFocalLength(Buffer.from(broken, 'latin1'))).toBeNull()
})

test('a JPEG is given one, and stays a JPEG', async () => {
  const bare = new Blob([new Uint8Array(await picture().jpeg().toBuffer())], { type: 'image/jpeg' })
  const bytes = Buffer.from(await withFocalLength(bare, 77).arrayBuffer())
  expect(readFocalLength(bytes)).toBe(77)
  const { exif, width } = await sharp(bytes, { failOn: 'warning' }).metadata()
  expect(width).toBe(40)
  expect(exifReader(exif ?? Buffer.alloc(0)).Photo?.FocalLengthIn35mmFilm).toBe(77)
})
