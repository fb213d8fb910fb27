import { describe, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { testEach } from '#tests/support/each.ts'
import { codePointsOf, toSrgbByCodePoints } from './code-points.ts'
import type { CodePoints } from './code-points.ts'
import { decodeSelfie } from './decode.ts'
import { withChunk } from './png-chunk.ts'

const PQ: CodePoints = { primaries: 9, transfer: 16 }
const HLG: CodePoints = { primaries: 9, transfer: 18 }
const WHITE_NITS = 203
/** Scene light that HLG writes as 75 %. */
const HLG_WHITE = 0.265
const STRIP_PX = 100

/** SMPTE ST 2084, 5.3. */
function pqSignal(nits: number): number {
  const power = (nits / 10_000) ** (2610 / 16384)
  return ((3424 / 4096 + (2413 / 128) * power) / (1 + (2392 / 128) * power)) ** (2523 / 32)
}

/** ITU-R BT.2100, table 5. */
function hlgSignal(scene: number): number {
  return scene <= 1 / 12 ? Math.sqrt(3 * scene) : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073
}

/** What greys of so many whites become, each a strip of the picture. */
function shown(lights: readonly number[], points: CodePoints): number[] {
  const isPq = points.transfer === PQ.transfer
  const signals = lights.map((light) => (isPq ? pqSignal(light * WHITE_NITS) : hlgSignal(light * HLG_WHITE)))
  const values = signals.flatMap((signal) => Array<number>(3 * STRIP_PX).fill(Math.round(65_535 * signal)))
  const raster = { width: STRIP_PX, height: lights.length, data: Uint16Array.from(values) }
  const { data } = toSrgbByCodePoints(raster, points)
  return lights.map((_, strip) => data[3 * STRIP_PX * strip] ?? -1)
}

describe('light beyond white', () => {
  testEach([
    ['PQ', PQ],
    ['HLG', HLG],
  ] as const)('%s: without any, a picture comes out as sRGB has it', (_name, points) => {
    // 18 % grey, half, white.
    const expected = [0, 118, 188, 255]
    shown([0, 0.18, 0.5, 1], points).forEach((value, index) =>
      expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThanOrEqual(1),
    )
  })

  testEach([
    ['PQ', PQ],
    ['HLG', HLG],
  ] as const)('%s: highlights stay apart below white, and skin keeps its light', (_name, points) => {
    const values = shown([0.05, 0.18, 0.5, 1, 2, 3], points)
    expect([...values].sort((a, b) => a - b)).toEqual(values)
    expect(new Set(values).size).toBe(values.length)
    expect(values.at(-1)).toBe(255)
    expect(Math.abs((values[1] ?? 0) - 118)).toBeLessThanOrEqual(1)
  })

  test('a saturated colour of BT.2020 becomes the nearest of sRGB', () => {
    const green = Uint16Array.from([0, 65_535 * pqSignal(WHITE_NITS), 0])
    const { data } = toSrgbByCodePoints({ width: 1, height: 1, data: green }, PQ)
    expect([...data]).toEqual([0, 255, 0])
  })
})

describe('where a file says its colours by number', () => {
  const [width, height] = [96, 80]
  const wide = (primaries: number, transfer: number, signal: number): Promise<Buffer> =>
    sharp(new Uint16Array(3 * width * height).fill(Math.round(65_535 * signal)), {
      raw: { width, height, channels: 3 },
    })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
      .then((png) => withChunk(png, 'cICP', Buffer.from([primaries, transfer, 0, 1])))

  testEach([
    ['PQ', 16, pqSignal(WHITE_NITS * 0.18)],
    ['HLG', 18, hlgSignal(HLG_WHITE * 0.18)],
  ] as const)('a PNG with cICP in %s', async (_name, transfer, signal) => {
    const file = await wide(9, transfer, signal)
    expect(codePointsOf(file, undefined)).toEqual({ primaries: 9, transfer })
    const { raster } = await decodeSelfie(file)
    expect(Math.abs((raster?.data[0] ?? 0) - 118)).toBeLessThanOrEqual(1)
  })

  test('a profile with a cicp tag', () => {
    const profile = Buffer.alloc(128 + 4 + 12 + 12)
    profile.writeUInt32BE(1, 128)
    profile.write('cicp', 132, 'latin1')
    profile.writeUInt32BE(144, 136)
    profile.write('cicp', 144, 'latin1')
    profile.set([9, 16, 0, 1], 152)
    expect(codePointsOf(new Uint8Array(), profile)).toEqual(PQ)
  })

  test('files and profiles that say nothing, or are cut', () => {
    for (const bytes of [
      new Uint8Array(),
      Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'),
      new Uint8Array(200),
    ])
      expect(codePointsOf(bytes, bytes)).toBeNull()
  })
})
