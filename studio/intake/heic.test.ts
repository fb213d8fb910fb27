import { readFileSync } from 'node:fs'
import { before, describe, mock, test } from 'node:test'
import { expect } from 'expect'
import type { Raster } from '#studio/picture/raster.ts'
import { testEach } from '#tests/support/each.ts'
import { decodeSelfie } from './decode.ts'
import { readSelfie } from './selfie.ts'

/**
 * One drawn face, 576 x 720, coded by libheif 1.15 (x265). The grid is what phones write: four tiles, stored on their
 * side with `irot`, an EXIF orientation that says the same once more, and a Display P3 profile. The cropped one is coded
 * as 1016 x 800 with green around it, and `clap`, `irot`, `imir`. Those in PQ and HLG have 10 bits, BT.2020 as `nclx`
 * names it, and white where BT.2408 puts it.
 */
const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`./fixtures/${name}`, import.meta.url)))

async function decoded(bytes: Uint8Array): Promise<Raster> {
  const { raster, reason } = await decodeSelfie(bytes)
  if (!raster) throw new Error(`refused: ${reason}`)
  return raster
}

/** Mean distance of the channels in 8-bit steps, from some 10,000 places. */
function distance(a: Raster, b: Raster): number {
  let sum = 0
  let places = 0
  for (let i = 0; i < a.data.length; i += 121, places++) sum += Math.abs((a.data[i] ?? 0) - (b.data[i] ?? 0))
  return sum / places
}

/** The file with a box's four-byte fields changed. */
function patched(name: string, box: string, values: readonly number[]): Uint8Array {
  const bytes = fixture(name)
  const view = new DataView(bytes.buffer)
  const at = Buffer.from(bytes).indexOf(box, 0, 'latin1')
  // A full box: four bytes of name, four of version and flags.
  values.forEach((value, index) => view.setUint32(at + 8 + 4 * index, value))
  return bytes
}

describe('HEIC files', () => {
  let source: Raster
  before(async () => {
    source = await decoded(fixture('face.webp'))
  })

  // Coding moves the mean by 1.3 to 1.5 steps; colours left in Display P3 by 2.7, eight pixels' shift by 7, a mirror by 18.
  testEach([
    ['face-8-bit.heic'],
    ['face-10-bit.heic'],
    ['face-alpha.heic'],
    ['face-grid-turned-p3.heic'],
    ['face-cropped-turned-mirrored.heic'],
    ['face-pq.heic'],
    ['face-hlg.heic'],
  ])('%s comes out as it was drawn, upright and in sRGB', async (name) => {
    const raster = await decoded(fixture(name))
    expect([raster.width, raster.height]).toEqual([576, 720])
    expect(distance(raster, source)).toBeLessThan(2)
  })

  test('Display P3 that only code points name becomes sRGB as well', async () => {
    const bytes = fixture('face-grid-turned-p3.heic')
    const file = Buffer.from(bytes.buffer)
    const at = file.indexOf('colrprof', 0, 'latin1')
    expect(at).toBeGreaterThan(0)
    // Primaries, transfer, matrix, full range in place of the profile.
    file.write('nclx', at + 4, 'latin1')
    for (const [i, point] of [12, 13, 6].entries()) file.writeUInt16BE(point, at + 8 + 2 * i)
    file.writeUInt8(0x80, at + 14)
    expect(distance(await decoded(bytes), source)).toBeLessThan(2)
    file.writeUInt16BE(1, at + 8)
    expect(distance(await decoded(bytes), source)).toBeGreaterThan(2.4)
  })

  test('a face is read from one', async () => {
    const { reasons, measures } = await readSelfie(fixture('face-grid-turned-p3.heic'))
    expect(reasons).toEqual([])
    expect(Math.abs(measures.rollDeg)).toBeLessThan(10)
  })

  testEach([
    ['declared far too large', () => patched('face-8-bit.heic', 'ispe', [65_535, 65_535]), 'too_many_pixels'],
    [
      'cropped to nothing',
      () => patched('face-cropped-turned-mirrored.heic', 'clap', [65_536]),
      'unreadable',
    ],
    ['declared smaller than coded', () => patched('face-8-bit.heic', 'ispe', [520, 520]), 'unreadable'],
    ['declared with no pixels', () => patched('face-8-bit.heic', 'ispe', [0, 0]), 'unreadable'],
    ['cut in the header', () => fixture('face-8-bit.heic').subarray(0, 300), 'unreadable'],
    ['cut in the picture', () => fixture('face-8-bit.heic').subarray(0, 4000), 'unreadable'],
    [
      'a grid cut in its last tile',
      () => fixture('face-grid-turned-p3.heic').subarray(0, 9000),
      'unreadable',
    ],
  ] as const)('%s: a reason, and not a word on the console', async (_name, make, reason) => {
    const spoken = (['log', 'error', 'warn'] as const).map((name) => mock.method(console, name))
    expect(await decodeSelfie(make())).toEqual({ raster: null, reason })
    for (const method of spoken) expect(method.mock.callCount()).toBe(0)
    mock.restoreAll()
  })
})
