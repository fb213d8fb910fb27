import { beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { fillMemoryWithNaN } from '#studio/kernels/nan-memory.fixture.ts'
import { opening } from './opening.ts'
import { createPlane } from './plane.ts'

beforeEach(fillMemoryWithNaN)

test('opening removes a strand and keeps a slab', () => {
  const plane = createPlane(40, 40)
  for (let y = 0; y < 40; y++) {
    plane.data[y * 40 + 5] = 1
    for (let x = 20; x < 32; x++) plane.data[y * 40 + x] = 0.5
  }
  const out = opening(plane, 2)
  expect(out.data[20 * 40 + 5]).toBe(0)
  expect(out.data[20 * 40 + 26]).toBe(0.5)
})
