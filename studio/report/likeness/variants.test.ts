import { test } from 'node:test'
import { expect } from 'expect'
import { VARIANTS, variantOf } from './variants.ts'

/** Red on the left, blue on the right. */
const RASTER = {
  width: 40,
  height: 20,
  data: Uint8Array.from({ length: 40 * 20 * 3 }, (_, i) => {
    const isLeft = Math.floor(i / 3) % 40 < 20
    return i % 3 === (isLeft ? 0 : 2) ? 200 : 20
  }),
}

test('each variant is a different picture with three channels', async () => {
  for (const name of VARIANTS) {
    const { width, height, data } = await variantOf(RASTER, name)
    expect([name, width, height, data.length]).toEqual([
      name,
      name === 'squeezed' ? 34 : 40,
      20,
      width * height * 3,
    ])
    expect(Buffer.compare(data, RASTER.data)).not.toBe(0)
  }
})

test('mirrored swaps left and right, black and white has no colour', async () => {
  const mirrored = await variantOf(RASTER, 'mirrored')
  expect([...mirrored.data.subarray(0, 3)]).toEqual([20, 20, 200])
  const grey = await variantOf(RASTER, 'black and white')
  expect(new Set(grey.data.subarray(0, 3)).size).toBe(1)
})

test('relit is darker than before on the far side, and not on the near one', async () => {
  const { data } = await variantOf(RASTER, 'relit')
  expect(data[0]).toBeGreaterThan(200)
  expect(data[39 * 3 + 2]).toBeLessThan(150)
})
