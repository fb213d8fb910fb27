import { test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import type { Raster, Size } from '#studio/picture/raster.ts'
import { describeEach } from '#tests/support/each.ts'
import { enlarge } from './enlarge.ts'
import { TILE_REACH, UPSCALE_FACTORS } from './factors.ts'

const SIDE = 52
const OWN = SIDE - 2 * TILE_REACH

/** @param value of a channel at a place in source pixels */
function drawn(value: (x: number, y: number, channel: number) => number): Raster {
  const data = Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, i) => {
    const pixel = Math.floor(i / 3)
    return value(pixel % SIDE, Math.floor(pixel / SIDE), i % 3)
  })
  return { width: SIDE, height: SIDE, data }
}

/** Values of interleaved pixels with their places in the source, where pixel middles are whole numbers. */
function placed(
  pixels: Float32Array,
  factor: number,
): { x: number; y: number; channel: number; value: number }[] {
  const side = OWN * factor
  const inSource = (at: number): number => TILE_REACH + (at + 0.5) / factor - 0.5
  return Array.from(pixels, (value, i) => {
    const pixel = Math.floor(i / 3)
    return { x: inSource(pixel % side), y: inSource(Math.floor(pixel / side)), channel: i % 3, value }
  })
}

/** Answers in place of the net: repeats each pixel twice each way, and adds `added(i)` to the i-th value. */
function blocks(
  planes: Float32Array,
  { width, height }: Size,
  added: (i: number) => number,
): Promise<Float32Array> {
  const at = (i: number): number => {
    const row = Math.floor(i / (2 * width))
    const [channel, y, x] = [
      Math.floor(row / (2 * height)),
      Math.floor((row % (2 * height)) / 2),
      (i % (2 * width)) >> 1,
    ]
    return planes[(channel * height + y) * width + x] ?? 0
  }
  return Promise.resolve(Float32Array.from({ length: 4 * planes.length }, (_, i) => at(i) + added(i)))
}

describeEach(UPSCALE_FACTORS)('%d times', (factor) => {
  test('slopes stay where they are, though the net answers with other levels', async () => {
    const slope = (x: number, y: number, channel: number): number => 5 * ([x, y, 51 - x][channel] ?? 0)
    const large = await enlarge(drawn(slope), factor, (planes, size) => blocks(planes, size, () => 12))
    const errors = placed(large, factor).map(({ x, y, channel, value }) => value - slope(x, y, channel))
    // Blocks of a slope are a quarter of a pixel off it.
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(1.26)
  })

  test('waves are shrunk to themselves again, though the net answers with blocks', async () => {
    const wave = (x: number, y: number, channel: number): number =>
      Math.floor(128 + 50 * Math.sin((1.6 + channel / 5) * x) * Math.sin(1.5 * y))
    const large = await enlarge(drawn(wave), factor, (planes, size) => blocks(planes, size, () => 0))
    const raw = { width: OWN * factor, height: OWN * factor, channels: 3 } as const
    const again = await sharp(new Uint8ClampedArray(large), { raw })
      .resize(OWN, OWN, { kernel: 'cubic' })
      .raw()
      .toBuffer()
    const errors = placed(Float32Array.from(again), 1).map(({ x, y, channel, value }) =>
      Math.abs(value - wave(x, y, channel)),
    )
    // The limits on samples leave a little; without the corrections at 4x it is 2.1.
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(1.8)
  })

  test('no sample leaves the range of its neighbours when the net answers with values far outside it', async () => {
    const source = drawn((x, y, channel) => 60 + 20 * channel + 90 * Number((x >> 2) % 2 === (y >> 2) % 2))
    const large = await enlarge(source, factor, (planes, size) =>
      blocks(planes, size, (i) => (i % 2 ? 150 : -150)),
    )
    const beyond = placed(large, factor).map(({ x, y, channel, value }) => {
      const near = [-1, 0, 1].flatMap((down) =>
        [-1, 0, 1].map((across) => {
          const pixel = (Math.round(y) + down) * SIDE + Math.round(x) + across
          return source.data[pixel * 3 + channel] ?? 0
        }),
      )
      const [least, most] = [Math.min(...near), Math.max(...near)]
      return Math.max(least - value, value - most) - (most - least) * 0.15
    })
    expect(Math.max(...beyond)).toBeCloseTo(1.5)
  })

  test('the net does not run on a smooth picture, whose slopes stay as they are', async () => {
    const slope = (x: number, y: number, channel: number): number => (channel === 1 ? y : x) + 60 * channel
    const large = await enlarge(drawn(slope), factor, () => {
      throw new Error('the net was asked')
    })
    expect(large).toHaveLength((OWN * factor) ** 2 * 3)
    const errors = placed(large, factor).map(({ x, y, channel, value }) => value - slope(x, y, channel))
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.001)
  })
})

test('each channel takes over its own detail from the net', async () => {
  const slope = drawn((_x, y) => 5 * y)
  const large = await enlarge(slope, 2, (planes, size) =>
    blocks(planes, size, (i) => (i % 2 ? 1 : -1) * (1 + Math.floor(i / ((planes.length * 4) / 3)))),
  )
  const steps = Array.from({ length: large.length / 6 }, (_, pair) =>
    [0, 1, 2].map((channel) => (large[6 * pair + 3 + channel] ?? 0) - (large[6 * pair + channel] ?? 0)),
  )
  expect(steps.map((step) => step.map(Math.round))).toEqual(steps.map(() => [2, 4, 6]))
})
