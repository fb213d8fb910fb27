import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { expect } from 'expect'
import fc from 'fast-check'
import sharp from 'sharp'
import type { Raster } from '#studio/picture/raster.ts'
import { testEach } from '#tests/support/each.ts'
import { adobeRgbProfile } from './adobe-rgb.fixture.ts'
import { decodeSelfie, focalLength35Of, sniffFormat } from './decode.ts'
import type { RejectReason } from './reasons.ts'

const WIDTH = 640
const HEIGHT = 520

/** Red left half, blue right half. */
function halves() {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH / 2}" height="${HEIGHT}" fill="#c81e1e"/>
    <rect x="${WIDTH / 2}" width="${WIDTH / 2}" height="${HEIGHT}" fill="#1e1ec8"/></svg>`
  return sharp(Buffer.from(svg)).removeAlpha()
}

async function decoded(bytes: Uint8Array): Promise<Raster> {
  const { raster, reason } = await decodeSelfie(bytes)
  if (!raster) throw new Error(`refused: ${reason}`)
  return raster
}

function pixel(raster: Raster, x: number, y: number): number[] {
  const at = (y * raster.width + x) * 3
  return [...raster.data.subarray(at, at + 3)]
}

const text = (content: string): Uint8Array => new TextEncoder().encode(content)

describe('files that are no selfie', () => {
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#888' } })
  const table: [string, () => Promise<Uint8Array> | Uint8Array, RejectReason][] = [
    ['nothing', () => new Uint8Array(), 'unreadable'],
    ['a text', () => text('this was renamed to .jpg'), 'unsupported_format'],
    [
      'an SVG',
      () => text('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'),
      'unsupported_format',
    ],
    ['a GIF', () => blank(600, 600).gif().toBuffer(), 'unsupported_format'],
    ['an AVIF', () => blank(600, 600).avif({ effort: 0 }).toBuffer(), 'unsupported_format'],
    ['only the first bytes of a JPEG', () => Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16), 'unreadable'],
    ['half a JPEG', async () => (await halves().jpeg().toBuffer()).subarray(0, 1500), 'unreadable'],
    [
      'half a PNG',
      async () => (await halves().png({ compressionLevel: 0 }).toBuffer()).subarray(0, 90_000),
      'unreadable',
    ],
    ['the head of a HEIC', () => text('\0\0\0\u0018ftypheic\0\0\0\0mif1heic and then nothing'), 'unreadable'],
    [
      'a JPEG glued to a text',
      () => text('\u0001\u0002text before \u00ff\u00d8\u00ff'),
      'unsupported_format',
    ],
    ['a pixel bomb', () => blank(9000, 9000).png().toBuffer(), 'too_many_pixels'],
    ['a stamp', () => blank(40, 400).png().toBuffer(), 'too_small'],
    ['21 MB', () => new Uint8Array(21 * 1024 * 1024), 'file_too_large'],
  ]
  testEach(table)('%s', async (_name, make, reason) => {
    expect(await decodeSelfie(await make())).toEqual({ raster: null, reason })
  })

  test('any bytes behind any signature give a picture or a reason', async () => {
    const signatures = [
      '',
      '\u00ff\u00d8\u00ff',
      '\u0089PNG\r\n\u001a\n',
      'RIFF\0\0\0\0WEBP',
      '\0\0\0\u0018ftypmif1',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...signatures),
        fc.uint8Array({ maxLength: 300 }),
        async (signature, rest) => {
          const bytes = Uint8Array.from([...Buffer.from(signature, 'latin1'), ...rest])
          const { raster, reason } = await decodeSelfie(bytes)
          expect(raster === null).toBe(reason !== null)
        },
      ),
      { numRuns: 60, seed: 7 },
    )
  })
})

describe('formats', () => {
  testEach(['jpeg', 'png', 'webp'] as const)('%s', async (format) => {
    const raster = await decoded(await halves().toFormat(format).toBuffer())
    expect([raster.width, raster.height]).toEqual([WIDTH, HEIGHT])
    const [red = 0, , blue = 0] = pixel(raster, 100, 100)
    expect(red).toBeGreaterThan(blue + 100)
  })

  testEach([
    ['baseline', {}],
    ['progressive', { progressive: true }],
  ])('a %s JPEG without its end marker is read, one that lacks pixels is not', async (_name, options) => {
    const whole = await halves().jpeg(options).toBuffer()
    expect(pixel(await decoded(whole.subarray(0, -2)), 500, 500)).toEqual(
      pixel(await decoded(whole), 500, 500),
    )
    for (const missing of [3, 10, 200])
      expect((await decodeSelfie(whole.subarray(0, -missing))).reason).toBe('unreadable')
  })

  test('a picture of 50 million pixels and more is read', async () => {
    const large = await halves().resize(8192, 6144, { fit: 'fill' }).jpeg({ quality: 40 }).toBuffer()
    const raster = await decoded(large)
    expect([raster.width, raster.height]).toEqual([3000, 2250])
  })

  test('the signature decides, not the name', () => {
    expect(sniffFormat(Buffer.from('\0\0\0\u0018ftypheic', 'latin1'))).toBe('heic')
    expect(sniffFormat(Buffer.from('\0\0\0\u001cftypmif1\0\0\0\0avifmif1', 'latin1'))).toBeNull()
  })
})

/** The red half in sRGB, within rounding of the profiles' tables. */
function expectRed(raster: Raster): void {
  const wanted = [0xc8, 0x1e, 0x1e]
  pixel(raster, 100, 100).forEach((value, c) =>
    expect(Math.abs(value - (wanted[c] ?? 0))).toBeLessThanOrEqual(4),
  )
}

describe('pixels', () => {
  test('EXIF orientation turns the picture', async () => {
    const raster = await decoded(await halves().withMetadata({ orientation: 6 }).jpeg().toBuffer())
    expect([raster.width, raster.height]).toEqual([HEIGHT, WIDTH])
    const [red = 0, , blue = 0] = pixel(raster, HEIGHT >> 1, 20)
    expect(red).toBeGreaterThan(blue + 100)
  })

  test("the focal length is the camera's entry, and null where the entry is invalid", async () => {
    const written = async (value: string) => {
      const exif = { IFD2: { FocalLengthIn35mmFilm: value } }
      const { raster, ...rest } = await decodeSelfie(await halves().withExif(exif).jpeg().toBuffer())
      return raster && 'focalLength35Mm' in rest ? rest.focalLength35Mm : undefined
    }
    expect(await written('26')).toBe(26)
    for (const broken of ['0', '65535']) expect(await written(broken)).toBeNull()
    expect((await decodeSelfie(await halves().jpeg().toBuffer())).reason).toBeNull()
  })

  test('broken EXIF does not refuse a picture', () => {
    for (const bytes of [new Uint8Array(), text('Exif\0\0II*\0'), new Uint8Array(64).fill(255)])
      expect(focalLength35Of(bytes)).toBeNull()
  })

  test('a wide-gamut profile becomes sRGB', async () => {
    const wide = await halves().withIccProfile('p3').png().toBuffer()
    expectRed(await decoded(wide))
  })

  testEach(['png', 'jpeg'] as const)('Adobe RGB in a %s becomes sRGB', async (format) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'profile-'))
    try {
      const profile = path.join(folder, 'adobe-rgb.icc')
      await writeFile(profile, adobeRgbProfile())
      const file = await halves().withIccProfile(profile).toFormat(format, { quality: 100 }).toBuffer()
      const [stored = 0] = await sharp(file, { ignoreIcc: true }).raw().toBuffer()
      // In Adobe RGB the same red has smaller numbers: unconverted, they would show a paler red.
      expect(stored).toBeLessThan(0xc8 - 15)
      expectRed(await decoded(file))
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  testEach([
    ['grey', () => halves().greyscale().png().toBuffer()],
    ['16 bit', () => halves().toColourspace('rgb16').png().toBuffer()],
    ['transparent', () => halves().ensureAlpha(0.5).png().toBuffer()],
    ['CMYK', () => halves().toColourspace('cmyk').jpeg().toBuffer()],
  ])('%s pictures come out with three channels of eight bits', async (_name, make) => {
    const raster = await decoded(await make())
    expect(raster.data).toHaveLength(WIDTH * HEIGHT * 3)
  })

  test('large pictures are bounded to 3000 pixels', async () => {
    const large = await halves().resize(4200, 600, { fit: 'fill' }).jpeg().toBuffer()
    const raster = await decoded(large)
    expect([raster.width, raster.height]).toEqual([3000, 429])
  })
})
