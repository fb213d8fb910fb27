import { beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { fillMemoryWithNaN } from '#studio/kernels/nan-memory.fixture.ts'
import { distanceTo } from './distance.ts'

beforeEach(fillMemoryWithNaN)

test('distanceTo stays within the 8 % a chamfer may miss', () => {
  const inside = new Uint8Array(81 * 81)
  inside[40 * 81 + 40] = 1
  const distance = distanceTo(inside, 81, 81)
  for (const [x, y] of [
    [0, 40],
    [70, 60],
    [13, 3],
  ] as const) {
    const exact = Math.hypot(x - 40, y - 40)
    expect(Math.abs((distance[y * 81 + x] ?? 0) / exact - 1)).toBeLessThan(0.085)
  }
})
