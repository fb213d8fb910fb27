import { beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { fillMemoryWithNaN } from '#studio/kernels/nan-memory.fixture.ts'
import { noisePlane } from './noise-plane.fixture.ts'
import { enlarge, reduce } from './resize.ts'

beforeEach(fillMemoryWithNaN)

const mean = (data: Float32Array) => data.reduce((sum, value) => sum + value, 0) / data.length

test('reduce keeps the mean, enlarge keeps a flat plane and the range', () => {
  const plane = noisePlane(64, 48)
  expect(mean(reduce(plane, 4).data)).toBeCloseTo(mean(plane.data), 5)
  const large = enlarge(plane, { width: 200, height: 111 })
  expect(Math.max(...large.data)).toBeLessThanOrEqual(Math.max(...plane.data) + 1e-6)
  expect(Math.min(...large.data)).toBeGreaterThanOrEqual(Math.min(...plane.data) - 1e-6)
})
