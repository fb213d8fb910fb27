import { describe, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import yauzl from 'yauzl'
import { trainingArchive } from './training-archive.ts'

const picture = async (width: number, height: number, orientation?: number) => {
  const made = sharp({ create: { width, height, channels: 3, background: '#8899aa' } })
  const tagged = orientation === undefined ? made : made.withMetadata({ orientation })
  return new Uint8Array(await tagged.jpeg().toBuffer())
}

const read = async (archive: Uint8Array) => {
  const zip = await yauzl.fromBufferPromise(Buffer.from(archive))
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray()))
  }
  return files
}

describe('the training archive', () => {
  test('holds upright sRGB JPEGs of 1536 to 2048 px without metadata, in order and in no folder', async () => {
    const png = await sharp({ create: { width: 900, height: 900, channels: 4, background: '#11223300' } })
      .png()
      .toBuffer()
    const files = await read(
      await trainingArchive([
        await picture(3000, 4000),
        await picture(1600, 1200, 6),
        new Uint8Array(png),
        await picture(1800, 1700),
      ]),
    )
    expect([...files.keys()]).toEqual(['001.jpg', '002.jpg', '003.jpg', '004.jpg'])
    const seen = await Promise.all([...files.values()].map((bytes) => sharp(bytes).metadata()))
    expect(seen.map(({ width, height }) => [width, height])).toEqual([
      [1536, 2048],
      [1200, 1600],
      [1536, 1536],
      [1800, 1700],
    ])
    for (const { format, space, exif, orientation, xmp, chromaSubsampling, channels } of seen) {
      expect({ format, space, exif, orientation, xmp, chromaSubsampling, channels }).toEqual({
        format: 'jpeg',
        space: 'srgb',
        chromaSubsampling: '4:4:4',
        channels: 3,
        exif: undefined,
        orientation: undefined,
        xmp: undefined,
      })
    }
  })

  test('holds a caption beside each picture where there are captions', async () => {
    const files = await read(await trainingArchive([await picture(1600, 1600)], ['a photo of TOK']))
    expect([...files.keys()]).toEqual(['001.jpg', '001.txt'])
    expect(String(files.get('001.txt'))).toBe('a photo of TOK')
  })

  test('is the same for the same pictures', async () => {
    const pictures = [await picture(1600, 1600), await picture(700, 900)]
    expect(await trainingArchive(pictures)).toEqual(await trainingArchive(pictures))
  })
})
