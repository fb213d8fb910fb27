import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { warp } from './warp.ts'

test('warp shows the source where the frame lies and reports the pixels outside of it', async () => {
  const source = { width: 8, height: 8, data: new Uint8Array(8 * 8 * 3) }
  for (let i = 0; i < 64; i++) source.data.fill((i % 8) * 30, i * 3, i * 3 + 3)
  const frame = { width: 6, height: 4, originX: -2, originY: 1, acrossX: 1, acrossY: 0 }
  const { raster, inside } = await warp(source, frame)
  expect([...inside.subarray(0, 6)]).toEqual([0, 0, 1, 1, 1, 1])
  expect([...raster.data.subarray(0, 18)].filter((_, k) => k % 3 === 0)).toEqual([0, 0, 0, 30, 60, 90])
})

testEach([
  ['enlarging', 0.37],
  ['as it is', 1],
])('a level frame is sampled as one that is not, %s', async (_, acrossX) => {
  const source = { width: 40, height: 50, data: new Uint8Array(40 * 50 * 3) }
  for (let i = 0; i < source.data.length; i++) source.data[i] = (i * 7919) % 251
  const level = { width: 60, height: 70, originX: -3.3, originY: -2.7, acrossX, acrossY: 0 }
  const [one, other] = await Promise.all([warp(source, level), warp(source, { ...level, acrossY: 1e-9 })])
  // Rounding: one pass sums in another order.
  one.raster.data.forEach((value, i) =>
    expect(Math.abs(value - (other.raster.data[i] ?? 0))).toBeLessThanOrEqual(1),
  )
  expect(one.inside).toEqual(other.inside)
})
