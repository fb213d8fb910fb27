import { after, describe, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { encodeHeadshot, readMark, sha256Of } from '#studio/export/encode.ts'
import { psnr } from '#studio/measure/psnr.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { createStudio } from '#studio/studio.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { UPSCALE_FACTORS } from './factors.ts'
import type { UpscaleFactor } from './factors.ts'
import { enlargeTile } from './steps.ts'
import { bordered, place, tilesOf, withSurroundings } from './tiles.ts'

/** Discs and slanted stripes with soft edges, as a camera would see them. */
function drawn(width: number, height: number): Uint8Array {
  const data = new Uint8Array(width * height * 3)
  const soft = (distance: number): number => Math.min(1, Math.max(0, 0.5 + distance))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const disc = soft(height * 0.22 - Math.hypot(x - width * 0.35, y - height * 0.4))
      const stripe = soft(2.5 * Math.sin((x * 0.8 + y * 0.45) / 2.6)) * soft(x - width * 0.6)
      const value = 60 + 130 * disc + 90 * stripe
      data.set([value, value * 0.9, value * 0.7 + 20], (y * width + x) * 3)
    }
  }
  return data
}

async function enlargedBy(factor: UpscaleFactor, picture: Raster, side: number): Promise<Uint8Array> {
  const [width, height] = [picture.width * factor, picture.height * factor]
  const target = { width, height, data: new Uint8Array(width * height * 3) }
  for (const tile of tilesOf(picture.width, picture.height, side))
    place(
      target,
      tile,
      factor,
      await enlargeTile(await withSurroundings(await bordered(picture), tile), factor),
    )
  return target.data
}

const picture = { width: 32, height: 28, data: drawn(32, 28) }

describeEach(UPSCALE_FACTORS)('%d times', (factor) => {
  test('tiles equal the whole', async () => {
    expect(await enlargedBy(factor, picture, 16)).toEqual(await enlargedBy(factor, picture, 100))
  })

  test('closer to the truth than Lanczos', async () => {
    const truth = drawn(96, 80)
    const size = { width: 96 / factor, height: 80 / factor }
    const raw = { width: 96, height: 80, channels: 3 } as const
    const small = await sharp(truth, { raw })
      .resize({ ...size, kernel: 'cubic' })
      .raw()
      .toBuffer()
    const lanczos = await sharp(small, { raw: { ...size, channels: 3 } })
      .resize(96, 80, { kernel: 'lanczos3' })
      .raw()
      .toBuffer()
    const ours = await enlargedBy(factor, { ...size, data: small }, 200)
    // Half a decibel is what an eye begins to see; the drawing gains more.
    expect(psnr(truth, ours)).toBeGreaterThan(psnr(truth, lanczos) + 0.5)
  })

  test('the result shrinks to the source again, and every sample stays in the range of its neighbours', async () => {
    const source = [...picture.data]
    const large = await enlargedBy(factor, picture, 100)
    const raw = { width: 32 * factor, height: 28 * factor, channels: 3 } as const
    const again = await sharp(large, { raw }).resize(32, 28, { kernel: 'cubic' }).raw().toBuffer()
    const error = again.reduce((sum, value, i) => sum + Math.abs(value - (source[i] ?? 0)), 0)
    expect(error / again.length).toBeLessThan(1)
    const [least, most] = [Math.min(...source), Math.max(...source)]
    const slack = (most - least) * 0.15 + 1.5
    expect(large.every((value) => value <= most + slack && value >= least - slack)).toBe(true)
  })
})

testEach([
  [1024, 1280, 42],
  [192, 192, 1],
  [193, 10, 2],
])('tiles of %d x %d cover it once', (width, height, count) => {
  const tiles = tilesOf(width, height)
  expect(tiles).toHaveLength(count)
  expect(tiles.reduce((sum, tile) => sum + tile.width * tile.height, 0)).toBe(width * height)
})

describe('a file', () => {
  const studio = createStudio({ threads: 1 })
  after(() => studio.close())
  const raster = { width: 24, height: 30, data: drawn(24, 30) }

  test('keeps its own mark, reports its progress and hash', async () => {
    const jpeg = await encodeHeadshot(raster, { credit: 'Own', description: 'Own words' })
    const progress: number[] = []
    const large = await studio.upscale(jpeg, 2, {
      onProgress: (fraction) => progress.push(fraction),
    })
    expect(await sharp(large.jpeg).metadata()).toMatchObject({ width: 48, height: 60 })
    expect(await readMark(large.jpeg)).toMatchObject({ credit: 'Own', description: 'Own words' })
    expect(large.sha256).toBe(sha256Of(large.jpeg))
    expect(progress).toEqual([0, 0.5, 1])
  })

  test('is not enlarged further once the caller has aborted', async () => {
    const reason = new Error('changed my mind')
    const jpeg = await encodeHeadshot(raster, { credit: '', description: '' })
    await expect(studio.upscale(jpeg, 2, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  test('that is no picture is refused, and so is one whose enlargement is too large', async () => {
    await expect(studio.upscale(new Uint8Array(8), 2)).rejects.toMatchObject({
      code: 'unreadable_picture',
    })
    const wide = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    await expect(studio.upscale(wide, 4)).rejects.toMatchObject({
      code: 'picture_too_large',
    })
  })
})
