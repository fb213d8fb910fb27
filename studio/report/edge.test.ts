import { test } from 'node:test'
import { expect } from 'expect'
import type { Plane, Raster } from '#studio/picture/raster.ts'
import { testEach } from '#tests/support/each.ts'
import { measureEdge } from './edge.ts'

const SIDE = 200
const FACE_HEIGHT = 100
const SUBJECT = 60
const BACKDROP = 180

/** A grey disc on lighter ground, its edge soft over 8 pixels; `rim` is added where the edge is half-transparent. */
function drawDisc(rim: number): { raster: Raster; alpha: Plane } {
  const data = new Uint8Array(SIDE * SIDE * 3)
  const alpha = new Float32Array(SIDE * SIDE)
  for (let i = 0; i < alpha.length; i++) {
    const radius = Math.hypot((i % SIDE) - SIDE / 2, Math.floor(i / SIDE) - SIDE / 2)
    const a = Math.min(1, Math.max(0, (64 - radius) / 8))
    alpha[i] = a
    const mixed = a * SUBJECT + (1 - a) * BACKDROP + 4 * a * (1 - a) * rim
    data.fill(Math.min(255, Math.max(0, mixed)), 3 * i, 3 * i + 3)
  }
  return { raster: { width: SIDE, height: SIDE, data }, alpha: { width: SIDE, height: SIDE, data: alpha } }
}

testEach([
  ['clean', 0, [0, 0.01], [0, 0.01]],
  ['with a pale rim', 130, [0.3, 1], [0, 0.01]],
  ['with a dark fringe', -130, [0, 0.01], [0.3, 1]],
] as const)('an edge %s', (_name, rim, bright, dark) => {
  const { raster, alpha } = drawDisc(rim)
  const { brightHalo, darkHalo, softWidthPx } = measureEdge(raster, alpha, FACE_HEIGHT)
  expect(brightHalo).toBeGreaterThanOrEqual(bright[0])
  expect(brightHalo).toBeLessThanOrEqual(bright[1])
  expect(darkHalo).toBeGreaterThanOrEqual(dark[0])
  expect(darkHalo).toBeLessThanOrEqual(dark[1])
  // A diagonal edge has fewer outline pixels than its length: between 8 and 8 times the square root of 2, less the tails.
  expect(softWidthPx).toBeGreaterThan(6)
  expect(softWidthPx).toBeLessThan(11.4)
})

test('a picture filled by its subject has no edge', () => {
  const { raster, alpha } = drawDisc(0)
  const whole = { ...alpha, data: alpha.data.map(() => 1) }
  expect(measureEdge(raster, whole, FACE_HEIGHT)).toEqual({ brightHalo: 0, darkHalo: 0, softWidthPx: 0 })
})
