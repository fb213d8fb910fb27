import { before, test } from 'node:test'
import { expect } from 'expect'
import { fillMemoryWithNaN } from '#studio/kernels/nan-memory.fixture.ts'
import { expand } from './expanded.fixture.ts'

before(fillMemoryWithNaN)

test('expand draws a ramp without steps and keeps its place', () => {
  const cells = { width: 16, height: 4, data: Float32Array.from({ length: 64 }, (_, i) => i % 16) }
  const { data } = expand(cells, 64, 16, 4)
  for (let x = 8; x < 55; x++) {
    expect(data[8 * 64 + x]).toBeCloseTo((x + 0.5) / 4 - 0.5, 4)
  }
})

test('expand goes by fractions of a pixel too, and ends as the last cell', () => {
  const cells = { width: 5, height: 3, data: Float32Array.from({ length: 15 }, (_, i) => i % 5) }
  const { data } = expand(cells, 17, 10, 3.3)
  for (let x = 4; x < 13; x++) expect(data[4 * 17 + x]).toBeCloseTo((x + 0.5) / 3.3 - 0.5, 4)
  expect(data[16]).toBeCloseTo(4, 0)
})
