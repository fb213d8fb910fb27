import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import fc from 'fast-check'
import sharp from 'sharp'
import { createStudio } from '#studio/studio.ts'
import { testEach } from '#tests/support/each.ts'
import { decodeSelfie } from './decode.ts'
import { LIMITS } from './thresholds.ts'
const MEGABYTE = 1024 * 1024
const FORMATS = ['jpeg', 'progressive', 'png', 'webp', 'heic', 'grid'] as const
type Format = (typeof FORMATS)[number]

const fixture = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
const files = new Map<Format, Buffer>()

before(async () => {
  const face = sharp(fixture('face.webp'))
  files.set('jpeg', await face.clone().withMetadata({ orientation: 8 }).jpeg().toBuffer())
  files.set('progressive', await face.clone().jpeg({ progressive: true }).toBuffer())
  files.set('png', await face.clone().resize({ width: 128 }).png().toBuffer())
  files.set('webp', fixture('face.webp'))
  files.set('heic', fixture('face-8-bit.heic'))
  files.set('grid', fixture('face-grid-turned-p3.heic'))
})

interface Damage {
  kind: 'set' | 'cut' | 'drop' | 'repeat' | 'extend'
  /** Where, as a share of the file; squared, so that headers are hit more often than pixels. */
  at: number
  value: number
}

const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom('set', 'set', 'set', 'cut', 'drop', 'repeat', 'extend'),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  value: fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 0x55),
})

function damaged(bytes: Buffer, { kind, at, value }: Damage): Buffer {
  const place = Math.floor(at ** 2 * bytes.length)
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)]
  if (kind === 'cut') return before
  if (kind === 'drop') return Buffer.concat([before, after.subarray(1 + (value & 15))])
  if (kind === 'repeat') return Buffer.concat([before, after.subarray(0, 64), after])
  if (kind === 'extend') return Buffer.concat([bytes, Buffer.alloc(256, value)])
  const copy = Buffer.from(bytes)
  copy.fill(value, place, Math.min(copy.length, place + 1 + (value & 3)))
  return copy
}

describe('damaged files', () => {
  testEach(FORMATS)('%s: a picture within bounds, or a reason', async (format) => {
    const bytes = files.get(format) ?? Buffer.alloc(0)
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
        const { raster, reason } = await decodeSelfie(damages.reduce(damaged, bytes))
        expect(raster === null).toBe(reason !== null)
        if (!raster) return
        expect(Math.max(raster.width, raster.height)).toBeLessThanOrEqual(LIMITS.decodedSidePx)
        expect(raster.data).toHaveLength(3 * raster.width * raster.height)
      }),
      { numRuns: 40, seed: 11 },
    )
  })
})

/** A JPEG and a PNG whose headers promise 65,535 x 65,535 pixels, a lossless WebP at its own limit. */
function bombs(): Buffer[] {
  const jpeg = Buffer.from(files.get('jpeg') ?? [])
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.fill(0xff, frame + 5, frame + 9)
  const ihdr = Buffer.from('0000000d494844520000ffff0000ffff0802000000', 'hex')
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ihdr, Buffer.from('bad0c0de', 'hex')])
  const webp = Buffer.from('5249464620000000574542505650384c14000000' + '2fffffff0f' + '00'.repeat(15), 'hex')
  return [jpeg, png, webp]
}

/** A valid picture in front and another format behind: read as the picture in front, or refused. */
function polyglots(): Buffer[] {
  const jpeg = files.get('jpeg') ?? Buffer.alloc(0)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>')
  return [
    Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004')]),
    Buffer.concat([jpeg, svg]),
    Buffer.concat([svg, jpeg]),
  ]
}

test('bombs are refused by their headers', async () => {
  const reasons = await Promise.all(bombs().map(async (bytes) => (await decodeSelfie(bytes)).reason))
  expect(reasons.slice(0, 2).every((reason) => reason === 'too_many_pixels' || reason === 'unreadable')).toBe(
    true,
  )
  expect(reasons).not.toContain(null)
})

describe('a worker', () => {
  const studio = createStudio({ threads: 1, cutOutNet: null })
  after(() => studio.close())

  test('survives all of them, and its memory stays bounded', async () => {
    const read = async (bytes: Uint8Array): Promise<string> =>
      (await studio.readSelfie(bytes)).reasons.join() || 'good'
    expect(await read(files.get('grid') ?? Buffer.alloc(0))).toBe('good')
    const before = process.memoryUsage.rss()
    const hostile = [...bombs(), ...polyglots()]
    for (const bytes of files.values()) {
      for (const at of [0.1, 0.5, 0.9]) hostile.push(damaged(bytes, { kind: 'cut', at, value: 0 }))
    }
    for (const bytes of hostile) await read(bytes)
    expect(await read(files.get('jpeg') ?? Buffer.alloc(0))).toBe('good')
    // A picture of 50 megapixels costs 335 MB while it is decoded (progressive, measured); these are small, so growth
    // near that would be a leak or a header believed.
    expect(process.memoryUsage.rss() - before).toBeLessThan(300 * MEGABYTE)
  })
})
