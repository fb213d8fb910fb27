import { test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { testEach } from '#tests/support/each.ts'
import { cleanSelfie } from './clean.ts'
import { readAndKeep } from './selfie.ts'

const grey = () => sharp({ create: { width: 700, height: 900, channels: 3, background: '#998877' } })

test('turns the picture upright and leaves everything but pixels behind', async () => {
  const bytes = await grey()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>home</place></x:xmpmeta>')
    .jpeg()
    .toBuffer()
  expect(await sharp(bytes).metadata()).toMatchObject({
    orientation: 6,
    exif: expect.anything(),
    xmp: expect.anything(),
  })
  const { raster } = await readAndKeep(bytes)
  const clean = raster && (await cleanSelfie(raster))
  const image = await sharp(clean?.image).metadata()
  expect(image).toMatchObject({ format: 'jpeg', width: 900, height: 700 })
  expect([image.exif, image.xmp, image.iptc, image.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  const thumbnail = await sharp(clean?.thumbnail).metadata()
  expect(thumbnail).toMatchObject({ format: 'webp', width: 320 })
  expect(thumbnail.exif).toBeUndefined()
})

testEach([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('not a picture')],
  ['a start without an end', Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')],
])('%s is no picture to keep', async (_name, bytes) => {
  expect((await readAndKeep(bytes)).raster).toBeNull()
})
