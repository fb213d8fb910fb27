import { test } from 'node:test'
import { expect } from 'expect'
import { toLinear } from '#studio/picture/color.ts'
import { withRoom } from '#studio/kernels/kernels.ts'
import { fillMemoryWithNaN } from '#studio/kernels/nan-memory.fixture.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { testEach } from '#tests/support/each.ts'
import { composite } from './composite.ts'

const SIDE = 240

/** Code values along the middle of an even subject that covers the left half of an even backdrop. */
function across(subject: number, backdrop: number, rim = 0): Float32Array {
  fillMemoryWithNaN()
  const light = createPlane(SIDE / 4, SIDE / 4, toLinear(backdrop))
  const cover = createPlane(SIDE, SIDE)
  for (let i = 0; i < SIDE * SIDE; i++) cover.data[i] = i % SIDE < SIDE / 2 ? 1 : 0
  return withRoom((room) => {
    const plane = () => room.put(createPlane(SIDE, SIDE, subject).data)
    const { planes } = composite({
      subject: { width: SIDE, height: SIDE, planes: [plane(), plane(), plane()] },
      alpha: room.put(cover.data),
      backdrop: [light, light, light],
      // The rim light comes from the side of the backdrop.
      side: 'left',
      wrap: 0,
      rim,
      surround: null,
      faceHeight: 300,
    })
    return room.takeFloats(planes[0], SIDE * SIDE).slice((SIDE / 2) * SIDE, (SIDE / 2 + 1) * SIDE)
  })
}

testEach([
  [0.92, 0.92],
  [0.98, 0.9],
  [0.88, 0.95],
])('what is white, %f, ends visibly before white, %f', (subject, backdrop) => {
  const row = across(subject, backdrop)
  expect(row[SIDE / 2 - 2]).toBeLessThan(backdrop - 0.04)
  expect(row[10]).toBeCloseTo(subject, 3)
  expect(row[SIDE - 10]).toBeCloseTo(backdrop, 2)
})

testEach([
  ['white before grey', 0.95, 0.8],
  ['skin before white', 0.7, 0.95],
])('%s keeps its light', (_, subject, backdrop) => {
  expect(across(subject, backdrop)[SIDE / 2 - 2]).toBeCloseTo(subject, 3)
})

testEach([
  ['what has the backdrop’s tone catches a rim light', 0.45, 0.45, 0.05, 0.2],
  ['what is dark does not look veiled', 0.12, 0.12, 0, 0.02],
  ['what is of another tone needs none', 0.6, 0.4, 0, 0.02],
])('%s at its border', (_, subject, backdrop, least, most) => {
  const lifted = (across(subject, backdrop, 0.06)[SIDE / 2 - 1] ?? 0) - subject
  expect(lifted).toBeGreaterThan(least)
  expect(lifted).toBeLessThan(most)
})

test('white hair before a green garden stays white at its border', () => {
  const green = [0.25, 0.45, 0.15] as const
  const cover = createPlane(SIDE, SIDE)
  for (let i = 0; i < SIDE * SIDE; i++) cover.data[i] = i % SIDE < SIDE / 2 ? 1 : 0
  withRoom((room) => {
    const plane = () => room.put(createPlane(SIDE, SIDE, 0.8).data)
    const light = (code: number) => createPlane(SIDE / 4, SIDE / 4, toLinear(code))
    const { planes } = composite({
      subject: { width: SIDE, height: SIDE, planes: [plane(), plane(), plane()] },
      alpha: room.put(cover.data),
      backdrop: [light(green[0]), light(green[1]), light(green[2])],
      surround: null,
      side: 'left',
      wrap: 0.2,
      rim: 0,
      faceHeight: 300,
    })
    const [r = 0, g = 0, b = 0] = planes.map(
      (at) => room.takeFloats(at, SIDE * SIDE)[(SIDE / 2) * SIDE + SIDE / 2 - 1] ?? 0,
    )
    // The backdrop's light is there, its colour hardly.
    expect(g).toBeLessThan(0.77)
    expect(g - r).toBeLessThan(0.012)
    expect(g - b).toBeLessThan(0.015)
  })
})
